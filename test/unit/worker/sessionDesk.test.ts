import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/engine/journal';
import type { Message } from '../../../src/engine/message';
import { MessageCounter } from '../../../src/engine/messageCounter';
import { toOpenAiMessages } from '../../../src/engine/openAiMessages';
import type { EngineSettings } from '../../../src/engine/settings';
import type { InspectorSnapshot } from '../../../src/protocol/inspectorFacts';
import { SessionDesk } from '../../../src/worker/sessionDesk';
import { characterCounter } from '../../support/characterCounter';
import { exportedText } from './exportedText';
import {
  counter,
  everything,
  headerEntry,
  messageEntries,
  readingSession,
  readStep,
  settings,
  userMessage,
} from './sessionFixtures';

let folder: string;
let changes: number[];
let progress: (number | null)[];
let desks: SessionDesk[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-'));
  changes = [];
  progress = [];
});

afterEach(async () => {
  for (const desk of desks) desk.close();
  desks = [];
  await rm(folder, { recursive: true });
});

const otherCounter = new MessageCounter({ ...characterCounter, countText: (text) => text.length });

function createDesk(defaultCounter = counter): SessionDesk {
  const desk = new SessionDesk({
    counterFor: (model) => Promise.resolve(model === 'other-encoding' ? otherCounter : defaultCounter),
    observe: () => undefined,
    errorBandOf: () => 0.2,
    emit: (name, value) => {
      if ('revision' in value) changes.push(value.revision);
      else if ('share' in value) progress.push(value.share);
      else throw new Error(`unexpected event ${name}`);
    },
  });
  desks.push(desk);
  return desk;
}

function withCompactAbove(inputHeadroomRatio: number): EngineSettings {
  return {
    ...settings,
    layer1: { ...settings.layer1, inputHeadroomRatio, compactTargetRatio: inputHeadroomRatio * 0.8 },
  };
}

async function write(name: string, lines: readonly unknown[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  return path;
}

/** A file of OpenAI chat messages. */
async function transcriptFile(messages: readonly Message[]): Promise<string> {
  const path = join(folder, 'session.json');
  await writeFile(path, JSON.stringify({ messages: toOpenAiMessages(messages, { includesReasoning: false }) }));
  return path;
}

function openOptions(path: string): Parameters<SessionDesk['openTranscript']>[0] {
  return { path, settings, model: null, window: 4_000, reserve: 16_000 };
}

function fateSum({ fates }: InspectorSnapshot): number {
  return Object.values(fates).reduce((sum, count) => sum + count, 0);
}

describe('a transcript', () => {
  it('is replayed: rows, calls, fates and detail are there', async () => {
    const desk = createDesk();
    await desk.openTranscript(openOptions(await transcriptFile(readingSession(10, 2_000))));
    const snapshot = await desk.snapshot();
    expect(snapshot).toMatchObject({
      kind: 'transcript',
      format: 'openai-chat',
      window: 4_000,
      reserve: 320,
      sessionId: null,
    });
    expect(snapshot.messageCount).toBe(22);
    expect(fateSum(snapshot)).toBe(22);
    expect(snapshot.fates.compacted).toBeGreaterThan(0);
    expect(snapshot.contextTokens).toBeLessThanOrEqual(3_680);
    // One for each reply; the pass at the end is none.
    expect(snapshot.calls.map(({ call }) => call)).toEqual(Array.from({ length: 10 }, (_, call) => call));
    expect(snapshot.calls.some(({ tokensBefore, tokensAfter }) => tokensAfter < tokensBefore)).toBe(true);
    const { rows } = await desk.rows({ filter: { ...everything, fates: ['compacted'] }, from: 0, count: 100 });
    const decision = rows.find((row) => row.kind === 'decision');
    expect(decision?.title).toMatch(
      /^Layer 1 compacted \d+ oldest results?: input \d+% > 75% of the window, down to \d+%$/,
    );
    const first = rows.find((row) => row.kind === 'message');
    const detail = await desk.detail({ index: first?.index ?? 0, clipCharacters: 1_000 });
    expect(detail.why[0]?.decisionId).toBe(decision?.id);
    expect(changes.at(-1)).toBe(snapshot.revision);
    expect(progress.length).toBeGreaterThan(0);
  });

  it('is replayed again under other settings', async () => {
    const desk = createDesk();
    await desk.openTranscript(openOptions(await transcriptFile(readingSession(10, 2_000))));
    const before = await desk.snapshot();
    await desk.configure({ settings: withCompactAbove(0.3) });
    const strict = await desk.snapshot();
    expect(strict.fates.compacted).toBeGreaterThan(before.fates.compacted);
    expect(strict.revision).toBeGreaterThan(before.revision);
    expect(strict.thresholds[0]).toMatchObject({ tokens: 1_200 });
    await desk.configure({ settings });
    const again = await desk.snapshot();
    expect(again.seriesVersion).not.toBe(before.seriesVersion);
    expect({ ...again, revision: 0, seriesVersion: '' }).toEqual({ ...before, revision: 0, seriesVersion: '' });
  });

  it('shows the newest settings when they change during a replay, and stops that replay', async () => {
    let counted = 0;
    const countedTexts = {
      ...characterCounter,
      countText: (text: string) => ((counted += 1), characterCounter.countText(text)),
    };
    const desk = createDesk(new MessageCounter(countedTexts));
    const path = await transcriptFile(readingSession(700, 400));
    const opened = desk.openTranscript(openOptions(path));
    while (changes.length === 0) await new Promise(setImmediate);
    const configured = desk.configure({ settings: withCompactAbove(0.2) });
    await Promise.all([opened, configured]);
    const countedInBoth = counted;
    const other = createDesk(new MessageCounter(countedTexts));
    await other.openTranscript({ ...openOptions(path), settings: withCompactAbove(0.2) });
    const countedInOne = counted - countedInBoth;
    expect(countedInBoth).toBeLessThan(countedInOne * 1.5);
    expect((await desk.snapshot()).fates).toEqual((await other.snapshot()).fates);
  });

  it('ends with clear words when it is closed while it is opened', async () => {
    const desk = createDesk();
    const opened = desk.openTranscript(openOptions(await transcriptFile(readingSession(2_000, 400))));
    const outcome = expect(opened).rejects.toThrow('The session was closed.');
    while (changes.length === 0) await new Promise(setImmediate);
    desk.close();
    await outcome;
    await expect(desk.snapshot()).rejects.toThrow('No session is open yet.');
  });

  it('gives way to the next one opened', async () => {
    const desk = createDesk();
    const first = desk.openTranscript(openOptions(await transcriptFile(readingSession(2_000, 400))));
    const outcome = expect(first).rejects.toThrow(/another session|closed/i);
    await desk.openLive({ settings });
    await outcome;
    expect((await desk.snapshot()).kind).toBe('live');
  });

  it.each(['append', 'plan'] as const)('refuses to %s', async (method) => {
    const desk = createDesk();
    await desk.openTranscript(openOptions(await transcriptFile(readingSession(1, 10))));
    const call = method === 'append' ? desk.append([]) : desk.plan({ kind: 'beforeCall' });
    await expect(call).rejects.toThrow('cannot be continued');
  });

  it('says why a file cannot be read, and names it', async () => {
    await expect(createDesk().openTranscript(openOptions(join(folder, 'missing.jsonl')))).rejects.toThrow(
      /missing\.jsonl/,
    );
    const path = await write('notes.txt', ['only', 'words']);
    await expect(createDesk().openTranscript(openOptions(path))).rejects.toThrow(/notes\.txt/);
  });

  it('refuses an index that is not there', async () => {
    const desk = createDesk();
    await desk.openTranscript(openOptions(await transcriptFile(readingSession(1, 10))));
    await expect(desk.detail({ index: 99, clipCharacters: 10 })).rejects.toThrow('There is no message 99.');
  });

  it('is exported whole or as its context', async () => {
    const desk = createDesk();
    await desk.openTranscript(openOptions(await transcriptFile(readingSession(10, 2_000))));
    const history = await exportedText(desk, { format: 'openai' });
    const context = await exportedText(desk, { format: 'openai', scope: 'context' });
    expect(history).toContain('line of file 0');
    expect(context).not.toContain('line of file 0');
    expect(context).toContain('[compacted: tool output removed to free context]');
    expect(await exportedText(desk, { format: 'markdown' })).toContain('Read every file.');
  });
});

/** A live desk of window 4 000 with a header. */
async function liveDesk(...entries: readonly JournalEntry[]): Promise<SessionDesk> {
  const desk = createDesk();
  await desk.openLive({ settings });
  await desk.append([headerEntry(4_000), ...entries]);
  return desk;
}

describe('a live session', () => {
  it('takes entries in and tells of each batch', async () => {
    const desk = await liveDesk(...messageEntries(readingSession(1, 100)));
    const before = await desk.snapshot();
    expect(before).toMatchObject({
      kind: 'live',
      title: 'A session',
      sessionId: 'session-1',
      messageCount: 4,
      window: 4_000,
    });
    await desk.append([...messageEntries([userMessage('u2', 'Go on')]), { type: 'title', title: 'Renamed' }]);
    const after = await desk.snapshot();
    expect(after).toMatchObject({ title: 'Renamed', messageCount: 5, turnCount: 2 });
    expect(after.revision).toBeGreaterThan(before.revision);
  });

  it('plans, holds the plan at once, and does not apply its entries again', async () => {
    const desk = await liveDesk(...messageEntries(readingSession(7, 2_000)));
    const plan = await desk.plan({ kind: 'beforeCall' });
    expect(plan.decisions).toHaveLength(1);
    expect(plan.tooLarge).toBeNull();
    expect(plan.originals.length).toBe(plan.decisions[0]?.edits.length);
    const planned = await desk.snapshot();
    expect(planned.contextTokens).toBe(plan.inputTokens);
    await desk.append([
      ...plan.decisions.map((decision): JournalEntry => ({ type: 'decision', decision: { ...decision, takenAt: 5 } })),
      { type: 'call', historyLength: 16, inputTokens: plan.inputTokens, model: 'test-model' },
    ]);
    const journaled = await desk.snapshot();
    expect(journaled.contextTokens).toBe(plan.inputTokens);
    expect(journaled.decisionCount).toBe(1);
    expect(journaled.calls).toEqual([
      {
        firstCall: 0,
        savedTokens: 1_446,
        call: 0,
        tokensBefore: plan.decisions[0]?.tokensBefore,
        tokensAfter: plan.inputTokens,
        decisionCount: 1,
        // There is no call before it.
        prefixTokens: 0,
        previousTokens: 0,
      },
    ]);
    expect((await desk.plan({ kind: 'beforeCall' })).decisions).toEqual([]);
  });

  it('forgets a plan whose entries never came, and offers its originals again', async () => {
    const desk = await liveDesk(...messageEntries(readingSession(7, 2_000)));
    const first = await desk.plan({ kind: 'beforeCall' });
    const second = await desk.plan({ kind: 'beforeCall' });
    expect(second.originals).toEqual(first.originals);
    expect(second.decisions[0]?.edits).toEqual(first.decisions[0]?.edits);
    expect((await desk.snapshot()).decisionCount).toBe(1);
    const { rows } = await desk.rows({ filter: everything, from: 0, count: 100 });
    expect(rows.filter((row) => row.kind === 'decision').map(({ id }) => id)).toEqual([second.decisions[0]?.id]);
  });

  it('shows a decision taken back as undone, and its messages as kept', async () => {
    const desk = await liveDesk(...messageEntries(readingSession(7, 2_000)));
    const { decisions } = await desk.plan({ kind: 'beforeCall' });
    const [decision] = decisions;
    if (decision === undefined) throw new Error('nothing was decided');
    await desk.append([
      { type: 'decision', decision },
      { type: 'undo', decisionId: decision.id },
    ]);
    const snapshot = await desk.snapshot();
    expect(snapshot.fates.compacted).toBe(0);
    expect(snapshot.contextTokens).toBe(snapshot.originalTokens);
    const { rows } = await desk.rows({ filter: everything, from: 0, count: 100 });
    expect(rows.filter((row) => row.kind === 'decision')).toMatchObject([{ undone: true }]);
    expect(rows.some((row) => row.kind === 'message' && row.archived)).toBe(false);
    const detail = await desk.detail({ index: 3, clipCharacters: 10 });
    expect(detail.why).toMatchObject([{ decisionId: decision.id, undone: true }]);
    expect(detail.pointers).toEqual([]);
  });

  it('compacts on command and on overflow', async () => {
    const command = await (await liveDesk(...messageEntries(readingSession(4, 2_000)))).plan({ kind: 'command' });
    expect(command.decisions.map(({ trigger }) => trigger.reason)).toEqual(['command']);
    const desk = await liveDesk(...messageEntries(readingSession(4, 2_000)));
    const overflow = await desk.plan({
      kind: 'overflow',
      attempt: 1,
      windowTokens: 2_000,
      inputTokens: 3_000,
      canSummarize: false,
    });
    expect(overflow.decisions.length).toBeGreaterThan(0);
    expect(overflow.inputTokens).toBeLessThan(2_000);
  });

  it('says what is too large', async () => {
    const desk = await liveDesk(...messageEntries([userMessage('u', 'x'.repeat(40_000))]));
    expect((await desk.plan({ kind: 'beforeCall' })).tooLarge).toContain('message 0');
    expect((await desk.snapshot()).tooLarge).toContain('message 0');
  });

  it('uses new settings from the next plan on', async () => {
    const desk = await liveDesk(...messageEntries(readingSession(4, 2_000)));
    expect((await desk.plan({ kind: 'beforeCall' })).decisions).toEqual([]);
    await desk.configure({ settings: withCompactAbove(0.3) });
    expect((await desk.snapshot()).fates.compacted).toBe(0);
    expect((await desk.plan({ kind: 'beforeCall' })).decisions).toHaveLength(1);
  });

  it('makes room for the tool definitions', async () => {
    const desk = await liveDesk(...messageEntries(readingSession(1, 100)));
    const before = await desk.snapshot();
    await desk.setToolSchemas({ json: 'x'.repeat(400) });
    const after = await desk.snapshot();
    expect(after.contextTokens).toBe(before.contextTokens + 100);
    expect(after.composition.tools).toBe(100);
  });

  it('counts everything anew when the model has another encoding', async () => {
    const desk = await liveDesk(...messageEntries(readingSession(7, 2_000)));
    const plan = await desk.plan({ kind: 'beforeCall' });
    await desk.append(plan.decisions.map((decision) => ({ type: 'decision', decision })));
    await desk.append([{ type: 'model', provider: 'p', model: 'other-encoding', window: 50_000, reserve: 4_000 }]);
    const snapshot = await desk.snapshot();
    expect(snapshot).toMatchObject({ model: 'other-encoding', window: 50_000, messageCount: 16, decisionCount: 1 });
    expect(snapshot.originalTokens).toBeGreaterThan(14_000);
    expect(fateSum(snapshot)).toBe(16);
  });

  it('answers in the order it was asked', async () => {
    const desk = createDesk();
    await desk.openLive({ settings });
    const appended = desk.append([headerEntry(4_000), ...messageEntries(readingSession(7, 2_000))]);
    const plan = desk.plan({ kind: 'beforeCall' });
    const snapshot = desk.snapshot();
    await appended;
    expect((await plan).decisions).toHaveLength(1);
    expect((await snapshot).messageCount).toBe(16);
  });

  it('pins', async () => {
    const desk = await liveDesk(...messageEntries(readingSession(7, 2_000)), { type: 'pin', index: 3, pinned: true });
    const { decisions } = await desk.plan({ kind: 'beforeCall' });
    expect(decisions[0]?.edits.map(({ index }) => index)).not.toContain(3);
    expect((await desk.detail({ index: 3, clipCharacters: 1 })).row.pinned).toBe(true);
  });
});

describe('a journal read from a file', () => {
  it('is shown as it was recorded, and replayed while the settings are others than at its opening', async () => {
    const live = await liveDesk(...messageEntries(readingSession(7, 2_000)));
    const { decisions, inputTokens } = await live.plan({ kind: 'beforeCall' });
    const path = await write('session.jsonl', [
      headerEntry(4_000),
      ...messageEntries(readingSession(7, 2_000)),
      ...decisions.map((decision): JournalEntry => ({ type: 'decision', decision })),
      { type: 'call', historyLength: 16, inputTokens, model: 'test-model' },
      ...messageEntries(readStep(99, 'src/last.ts', 'end')),
    ]);
    const desk = createDesk();
    await desk.openTranscript({ ...openOptions(path), window: null, settings: withCompactAbove(0.1) });
    const snapshot = await desk.snapshot();
    expect(snapshot).toMatchObject({
      kind: 'transcript',
      format: 'strata',
      title: 'A session',
      sessionId: null,
      window: 4_000,
    });
    expect(snapshot.decisionCount).toBe(1);
    expect(snapshot.fates.compacted).toBe(decisions[0]?.edits.length);
    expect(snapshot.calls).toMatchObject([{ tokensAfter: inputTokens, decisionCount: 1 }]);
    expect(snapshot.track).toBe('recorded');

    await desk.configure({ settings: withCompactAbove(0.2) });
    const replayed = await desk.snapshot();
    expect(replayed).toMatchObject({ track: 'replayed', window: 4_000, messageCount: snapshot.messageCount });
    expect(replayed.revision).toBeGreaterThan(snapshot.revision);
    expect(replayed.seriesVersion).not.toBe(snapshot.seriesVersion);
    expect(replayed.fates.compacted).toBeGreaterThan(snapshot.fates.compacted);

    await desk.configure({ settings: withCompactAbove(0.1) });
    expect((await desk.snapshot()).fates).toEqual(snapshot.fates);
    const { rows } = await desk.rows({ filter: everything, from: 0, count: 100 });
    const at = rows.findIndex((row) => row.kind === 'decision');
    expect(rows[at + 1]).toMatchObject({ kind: 'message', index: 16 });
  });
});
