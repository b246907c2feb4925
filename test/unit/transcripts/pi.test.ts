import { expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { readTranscript } from '../../../src/transcripts/registry';
import { fixtureFile, jsonLines, withFile } from '../../support/sessionFiles';

it('follows the tree from the newest entry, with what the file says of the compaction', async () => {
  const { format, title, workspace, messages, callBoundaries, recorded, problems } = await readTranscript(
    fixtureFile('pi/branches.jsonl'),
  );
  expect({ format, title, workspace }).toEqual({ format: 'pi', title: 'The green barn', workspace: '/work/orchard' });
  expect(messages.map(({ id }) => id)).toEqual([
    'e02',
    'e03',
    'e04',
    'e05',
    'e08',
    'e09',
    'e10',
    'e11',
    'e12',
    'e13',
    'e14',
    'e16',
    'e17',
    'e19',
    'e20',
    'e21',
  ]);
  expect(messages[1]).toMatchObject({
    role: 'assistant',
    model: 'pear-1',
    usage: { inputTokens: 130, cachedInputTokens: 100, outputTokens: 5 },
    parts: [
      { type: 'thinking', text: 'Look first.', signature: 'sig-1' },
      { type: 'toolCall', id: 'c1', name: 'read', arguments: '{"path":"barn.txt"}' },
    ],
  });
  expect(messages[8]).toMatchObject({ role: 'tool', toolCallId: 'c3', toolName: 'bash', isError: true });
  expect(messages.filter(({ synthetic }) => synthetic === 'summary').map(({ id }) => id)).toEqual(['e08', 'e14']);
  // The reply that never came is no call.
  expect(callBoundaries).toEqual([1, 3, 6, 9]);
  expect(recorded?.compactions).toMatchObject([
    {
      index: 10,
      tokensBefore: 189,
      summary: 10,
      effects: [
        { from: 0, to: 5, fate: 'summarized' },
        { from: 5, to: 10 },
      ],
    },
  ]);
  const reasons = problems.map(({ reason }) => reason).join('\n');
  expect(reasons).toMatch(/1 commands the user kept[^]*2 messages on branches[^]*hovercraft/);
});

it('reads the list of the first version, which names entries by their place in the file', async () => {
  const { messages, recorded } = await readTranscript(fixtureFile('pi/list.jsonl'));
  expect(messages).toHaveLength(7);
  expect(recorded?.compactions).toMatchObject([
    {
      index: 4,
      tokensBefore: 22,
      effects: [
        { from: 0, to: 2, fate: 'summarized' },
        { from: 2, to: 4, fate: 'kept' },
      ],
    },
  ]);
});

it('puts back nothing of an earlier summary that lies among what a later compaction kept', async () => {
  const say = (id: string, parentId: string | null, role: string): object => ({
    type: 'message',
    id,
    parentId,
    timestamp: '2026-01-01T00:00:00Z',
    message: { role, content: id, timestamp: 1 },
  });
  const compact = (id: string, parentId: string, firstKeptEntryId: string): object => ({
    type: 'compaction',
    id,
    parentId,
    timestamp: '2026-01-01T00:00:00Z',
    summary: id,
    firstKeptEntryId,
    tokensBefore: 1,
  });
  const records = [
    say('a', null, 'user'),
    say('b', 'a', 'assistant'),
    compact('c', 'b', 'b'),
    say('d', 'c', 'user'),
    compact('e', 'd', 'a'),
    compact('f', 'e', 'gone'),
  ];
  const { recorded, problems } = await withFile(jsonLines(records), (path) => readTranscript(path));
  expect(recorded?.compactions[1]?.effects).toEqual([
    { from: 0, to: 2, fate: 'kept' },
    { from: 2, to: 3, fate: 'summarized' },
    { from: 3, to: 4, fate: 'kept' },
  ]);
  expect(recorded?.compactions[2]?.effects?.[0]).toEqual({ from: 0, to: 5, fate: 'summarized' });
  expect(problems.some(({ reason }) => reason.includes('first entry a compaction kept'))).toBe(true);
});

it('is not caught by cycles, missing parents and repeated ids', async () => {
  const say = (id: string, parentId: unknown): object => ({
    type: 'message',
    id,
    parentId,
    timestamp: '2026-01-01T00:00:00Z',
    message: { role: 'user', content: id, timestamp: 1 },
  });
  const records = [say('a', 'b'), say('b', 'a'), say('b', 'a'), say('__proto__', 'nowhere'), say('constructor', 7)];
  const { messages } = await withFile(jsonLines(records), (path) => readTranscript(path));
  expect(messages.map((message) => textOf(message))).toEqual(['a', 'b', '__proto__', 'constructor']);
});
