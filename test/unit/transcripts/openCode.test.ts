import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../../src/transcripts/registry';
import { fixtureFolder, jsonLines, withFile } from '../../support/sessionFiles';

const FILE = join(fixtureFolder, 'opencode/session.json');

describe('an export of opencode', () => {
  it('has each step of a reply with its results behind it, and its own tokens', async () => {
    const { format, title, workspace, model, messages, callBoundaries } = await readTranscript(FILE);
    expect({ format, title, workspace, model }).toEqual({
      format: 'opencode',
      title: 'Fix the footer',
      workspace: '/work/app',
      model: 'claude-sonnet-4-5',
    });
    expect(messages.map(({ role }) => role).join(' ')).toBe(
      'user user assistant tool assistant tool tool user assistant user assistant user assistant',
    );
    expect(messages[2]?.parts[0]).toEqual({ type: 'thinking', text: 'Look at it.', signature: 'c2ln' });
    expect(messages[2]?.usage).toEqual({ inputTokens: 1650, cachedInputTokens: 1500, outputTokens: 20 });
    expect(messages[4]?.usage).toEqual({ inputTokens: 2400, cachedInputTokens: 2000, outputTokens: 40 });
    expect(messages[6]).toMatchObject({ toolCallId: 'call_c', toolName: 'edit', isError: true });
    // Reasoning is in the whole, and in nothing else.
    expect(messages[8]?.usage?.outputTokens).toBe(30);
    expect(callBoundaries).toEqual([2, 4, 8, 12]);
  });

  it('parts what was typed from what was put in with it', async () => {
    const { messages } = await readTranscript(FILE);
    expect(messages[0]?.parts.map(({ type }) => type)).toEqual(['text', 'media']);
    expect(messages[0]?.synthetic).toBeUndefined();
    expect(messages[1]).toMatchObject({ role: 'user', synthetic: 'injected' });
    expect(messages[11]?.synthetic).toBe('injected');
  });

  it('says what was cleared and what was summarized', async () => {
    const { recorded, messages } = await readTranscript(FILE);
    expect(messages[10]).toMatchObject({ role: 'assistant', synthetic: 'summary' });
    expect(recorded?.compactions).toEqual([
      {
        index: 9,
        kind: 'prune',
        effects: [
          { from: 3, to: 4, fate: 'compacted' },
          { from: 5, to: 6, fate: 'compacted' },
        ],
      },
      {
        index: 9,
        kind: 'compaction',
        trigger: 'auto',
        effects: [{ from: 0, to: 7, fate: 'summarized' }],
        summary: 10,
      },
    ]);
  });

  it('leaves out what the user went back from, and keeps what it does not know', async () => {
    const { messages, problems } = await readTranscript(FILE);
    expect(problems.map(({ reason }) => reason)).toEqual([
      '2 messages that the user went back from are left out.',
      'The call call_d of bash has no result.',
    ]);
    expect(messages[12]?.parts.map((part) => (part.type === 'raw' ? part.kind : part.type))).toEqual([
      'toolCall',
      'hologram',
      'error',
    ]);
  });

  it('takes nothing for summarized where the summary failed', async () => {
    const text = readFileSync(FILE, 'utf8').replace('"summary": true', '"summary": true, "error": {"name": "x"}');
    await withFile(text, async (path) => {
      expect((await readTranscript(path)).recorded?.compactions.map(({ kind }) => kind)).toEqual(['prune']);
    });
  });

  it('reads lists and lines of messages too', async () => {
    const { messages } = JSON.parse(readFileSync(FILE, 'utf8')) as { messages: unknown[] };
    for (const text of [JSON.stringify(messages), jsonLines(messages)]) {
      await withFile(text, async (path) => {
        const transcript = await readTranscript(path);
        expect(transcript.format).toBe('opencode');
        expect(transcript.messages).toHaveLength(15);
      });
    }
  });
});
