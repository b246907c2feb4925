import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../../src/transcripts/registry';
import { caseFile, withFile, withFolder } from '../../support/sessionFiles';

async function failure(path: string, options = {}): Promise<unknown> {
  return readTranscript(path, options).then(
    () => 'read',
    (error: unknown) => error,
  );
}

describe('readTranscript', () => {
  it.each(['17-pairs-at-every-cut.json', '18-server-tool-pairs.json'])('reads %s', async (name) => {
    const transcript = await readTranscript(caseFile(name));
    expect(transcript.format).toBe('anthropic-messages');
    expect(transcript.problems).toEqual([]);
  });

  it('says that lines of empty lists are an empty session', async () => {
    await withFile('[]\n[]\n', async (path) => {
      expect(await failure(path)).toMatchObject({
        name: 'TranscriptError',
        reason: 'empty',
        message: expect.stringContaining('session.jsonl') as string,
      });
    });
  });

  it('lists in one line what it reads when it is given something else', async () => {
    await withFile('{"type":"session","provider":"other"}\n', async (path) => {
      const error = await failure(path);
      const message = error instanceof Error ? error.message : '';
      expect(message).toMatch(/^[^\n]+$/);
      for (const label of [
        'Strata session',
        'Claude Code',
        'Codex',
        'Gemini CLI',
        'Copilot CLI',
        'Anthropic messages',
        'OpenAI chat messages',
      ]) {
        expect(message).toContain(label);
      }
    });
  });

  it.each([
    ['nothing', '', 'empty'],
    ['prose', 'It was a dark night.\n', 'unknownFormat'],
    ['bytes', Uint8Array.from({ length: 300 }, (_, index) => index % 256), 'unknownFormat'],
    ['zero bytes', new Uint8Array(100), 'unknownFormat'],
  ])('refuses %s', async (_what, content, reason) => {
    await withFile(content, async (path) => {
      expect(await failure(path)).toMatchObject({ name: 'TranscriptError', reason });
    });
  });

  it('refuses a missing file and a folder', async () => {
    await withFolder(async (folder) => {
      expect(await failure(join(folder, 'none.jsonl'))).toMatchObject({ reason: 'unreadable' });
      expect(await failure(folder)).toMatchObject({ reason: 'unreadable' });
    });
  });

  it('judges by content, not by name, unless told the format', async () => {
    const list = JSON.stringify([{ role: 'user', content: 'hello' }]);
    await withFile(list, async (path) => {
      expect((await readTranscript(path)).format).toBe('openai-chat');
      expect((await readTranscript(path, { format: 'anthropic-messages' })).format).toBe('anthropic-messages');
      expect(await failure(path, { format: 'nonsense' })).toMatchObject({ reason: 'unknownFormat' });
    });
  });

  it('stops when aborted and tells how far it is', async () => {
    const path = caseFile('14-image-line-over-64k.jsonl');
    const shares: number[] = [];
    await readTranscript(path, { onProgress: (share) => shares.push(share) });
    expect(shares.at(-1)).toBe(1);
    const controller = new AbortController();
    controller.abort(new Error('stopped'));
    expect(await failure(path, { signal: controller.signal })).toMatchObject({ message: 'stopped' });
  });
});
