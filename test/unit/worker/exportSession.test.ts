import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toOpenAiMessages } from '../../../src/engine/openAiMessages';
import type { ExportWish } from '../../../src/worker/api';
import { SessionDesk } from '../../../src/worker/sessionDesk';
import { exportedText } from './exportedText';
import {
  counter,
  headerEntry,
  messageEntries,
  readStep,
  readingSession,
  settings,
  userMessage,
} from './sessionFixtures';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-export-'));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

function createDesk(): SessionDesk {
  return new SessionDesk({
    counterFor: () => Promise.resolve(counter),
    observe: () => undefined,
    errorBandOf: () => 0,
    emit: () => undefined,
  });
}

const WISH: ExportWish = { format: 'openai', scope: 'history', call: null, personal: { keys: [], homeFolder: '' } };

async function transcriptDesk(steps: number): Promise<SessionDesk> {
  const desk = createDesk();
  const path = join(folder, `session-${String(steps)}.json`);
  const messages = toOpenAiMessages(readingSession(steps, 2_000), { includesReasoning: false });
  await writeFile(path, JSON.stringify({ messages }));
  await desk.openTranscript({ path, settings, model: null, window: 4_000, reserve: 16_000 });
  return desk;
}

describe('an export', () => {
  it('shows the context at an earlier call of a replay as a shorter session has it at its end', async () => {
    const [long, short] = [await transcriptDesk(12), await transcriptDesk(7)];
    // Call 7 is made over the request and seven steps, as the pass at the end of the shorter one.
    const atCall = await exportedText(long, { format: 'openai', scope: 'context', call: 7 });
    const atEnd = await exportedText(short, { format: 'openai', scope: 'context' });
    expect(atCall).toBe(atEnd);
    expect(atCall).not.toBe(await exportedText(long, { format: 'openai', scope: 'context' }));
  });

  it('shows a live session at a call without what came after it', async () => {
    const desk = createDesk();
    await desk.openLive({ settings });
    const call = (historyLength: number) =>
      ({ type: 'call', historyLength, inputTokens: 5, model: 'test-model' }) as const;
    const [reply, result] = readStep(0, 'a.ts', 'text of a');
    await desk.append([
      headerEntry(4_000),
      ...messageEntries([userMessage('0', 'first'), reply]),
      call(1),
      ...messageEntries([result, userMessage('3', 'later')]),
      call(4),
    ]);
    const lines = async (number: number): Promise<number> =>
      (await exportedText(desk, { format: 'openai', scope: 'context', call: number })).trim().split('\n').length;
    expect([await lines(0), await lines(1)]).toEqual([1, 4]);
    await expect(desk.beginExport({ ...WISH, call: 2 })).rejects.toThrow('There is no call 3.');
  });

  it('does not write what was not searched, unless it is not to be masked', async () => {
    const desk = await transcriptDesk(1);
    await desk.beginExport(WISH);
    const path = join(folder, 'out.jsonl');
    await expect(desk.continueExport({ step: 'write', path, masked: true })).rejects.toThrow('not searched');
    while ((await desk.continueExport({ step: 'write', path, masked: false })) < 1);
    expect(await readdir(folder)).toContain('out.jsonl');
  });

  it('leaves no file when it is given up', async () => {
    const desk = createDesk();
    await desk.openLive({ settings });
    const data = 'AAAA'.repeat(300_000);
    const image = { type: 'media', kind: 'image', mediaType: 'image/png', data } as const;
    // Every look at the clock takes a second, so that a step is one piece.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
    await desk.append([
      headerEntry(4_000),
      { type: 'message', message: { id: '0', role: 'user', parts: [image, image, image] } },
    ]);
    const out = join(folder, 'out');
    await mkdir(out);
    await desk.beginExport({ ...WISH, format: 'html' });
    const share = await desk.continueExport({ step: 'write', path: join(out, 'a.html'), masked: false });
    expect(share).toBeLessThan(1);
    expect(await readdir(out)).toHaveLength(1);
    await desk.endExport();
    expect(await readdir(out)).toEqual([]);
    await expect(desk.continueExport({ step: 'search' })).rejects.toThrow('No export was begun.');
  });

  it('masks the keys of the user and reports them', async () => {
    const desk = createDesk();
    await desk.openLive({ settings });
    await desk.append([headerEntry(4_000), ...messageEntries([userMessage('0', 'use odd/key:of+mine here')])]);
    const personal = { keys: ['odd/key:of+mine'], homeFolder: '' };
    expect(await exportedText(desk, { format: 'markdown', personal })).toContain('use [redacted: your key 1] here');
    await desk.beginExport({ ...WISH, personal });
    await desk.continueExport({ step: 'search' });
    expect((await desk.exportReport()).places).toEqual([{ index: 0, kind: 'your key', beginning: 'odd', length: 15 }]);
  });

  it('tells the decisions and what stands instead, as a page', async () => {
    const page = await exportedText(await transcriptDesk(10), { format: 'html' });
    expect(page).toContain('class="decision"');
    expect(page).toContain('In the context instead');
    expect(page).toMatch(/Layer 1 compacted \d+ oldest results/);
  });
});
