import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/engine/journal';
import { readTranscript } from '../../../src/transcripts/registry';
import { sampleDecision } from '../../support/sampleDecision';
import { jsonLines, withFile } from '../../support/sessionFiles';

const decision = { ...sampleDecision, takenAt: 7 };

const journal: readonly JournalEntry[] = [
  {
    type: 'header',
    version: 1,
    sessionId: 's',
    title: 'A session',
    createdAt: 5,
    provider: 'offline',
    model: 'offline',
    window: 16_000,
    reserve: 1_000,
    workspace: '/work',
  },
  { type: 'message', message: { id: 'a', role: 'user', parts: [{ type: 'text', text: 'go \ud83d' }], pinned: true } },
  { type: 'message', message: { id: 'b', role: 'tool', parts: [], toolCallId: 'c', toolName: 'Bash', isError: true } },
  { type: 'decision', decision },
  { type: 'call', historyLength: 2, inputTokens: 50, model: 'offline', usage: { inputTokens: 49, outputTokens: 3 } },
  { type: 'pin', index: 1, pinned: true },
  { type: 'undo', decisionId: 'd1' },
  { type: 'title', title: 'Renamed' },
  { type: 'model', provider: 'openai', model: 'gpt-5', window: 400_000, reserve: 16_000 },
];

describe('Strata sessions', () => {
  it('come back with every entry of their journal', async () => {
    const transcript = await withFile(jsonLines(journal), (path) => readTranscript(path));
    expect(transcript.journal).toEqual(journal);
    expect(transcript).toMatchObject({ format: 'strata', title: 'Renamed', model: 'gpt-5', workspace: '/work' });
    expect(transcript.messages).toHaveLength(2);
    expect(transcript.callBoundaries).toEqual([2]);
  });

  it('lose only the entries that are broken, and say so', async () => {
    const broken = [
      { type: 'message', message: { id: 'x', role: 'robot', parts: [] } },
      { type: 'pin', index: 99, pinned: true },
      { type: 'decision', decision: { ...decision, historyLength: -1 } },
      { type: 'later-kind' },
    ];
    const transcript = await withFile(jsonLines([...journal, ...broken]) + '{"type":"mess', (path) =>
      readTranscript(path),
    );
    expect(transcript.journal).toEqual(journal);
    expect(transcript.problems.filter(({ line }) => line > journal.length)).toHaveLength(5);
  });
});
