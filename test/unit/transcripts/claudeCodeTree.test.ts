import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { readTranscript, type ReadTranscriptOptions } from '../../../src/transcripts/registry';
import type { Transcript } from '../../../src/transcripts/transcript';
import { jsonLines, withFile } from '../../support/sessionFiles';

function user(uuid: string, parentUuid: string | null, content: unknown = uuid, more: object = {}): object {
  return { type: 'user', uuid, parentUuid, sessionId: 's', message: { role: 'user', content }, ...more };
}

function assistant(
  uuid: string,
  parentUuid: string | null,
  content: unknown = uuid,
  id = uuid,
  more: object = {},
): object {
  return { type: 'assistant', uuid, parentUuid, sessionId: 's', message: { id, model: 'm', content }, ...more };
}

function call(id: string): object[] {
  return [{ type: 'tool_use', id, name: 'Bash', input: {} }];
}

function result(id: string): object[] {
  return [{ type: 'tool_result', tool_use_id: id, content: id }];
}

async function read(records: readonly object[], options?: ReadTranscriptOptions): Promise<Transcript> {
  return withFile(jsonLines(records), (path) => readTranscript(path, options));
}

/** The ids of the messages, which are the uuids of their records. */
async function idsOf(records: readonly object[]): Promise<string> {
  return (await read(records)).messages.map(({ id }) => id).join(' ');
}

describe('Claude Code, the tree', () => {
  /** A branch that the user went back from, and another one from the same reply. */
  const twoBranches = [
    user('a', null),
    assistant('b', 'a'),
    user('c', 'b'),
    assistant('d', 'c'),
    user('e', 'b'),
    assistant('f', 'e'),
  ];

  it('shows the branch of the newest message and tells of the other', async () => {
    const transcript = await read(twoBranches);
    expect(transcript.messages.map(({ id }) => id).join(' ')).toBe('a b e f');
    expect(transcript.problems.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '3 2 records on branches the user went back from are left out.',
    ]);
  });

  it('follows the last prompt where the file names it', async () => {
    expect(await idsOf([...twoBranches, { type: 'last-prompt', leafUuid: 'd', sessionId: 's' }])).toBe('a b c d');
  });

  it('goes on from the last prompt to what was written after it', async () => {
    const records = [
      user('a', null),
      assistant('b', 'a'),
      { type: 'last-prompt', leafUuid: 'b' },
      user('c', 'b'),
      assistant('d', 'c'),
    ];
    expect(await idsOf(records)).toBe('a b c d');
  });

  it('takes a second start as going back to the start', async () => {
    expect(await idsOf([user('a', null), assistant('b', 'a'), user('c', null), assistant('d', 'c')])).toBe('c d');
  });

  it('keeps the answers of parallel calls that hang beside the chain', async () => {
    const records = [
      user('a', null),
      assistant('b', 'a', call('x'), 'reply'),
      assistant('c', 'b', call('y'), 'reply'),
      user('d', 'b', result('x')),
      user('e', 'c', result('y')),
      assistant('f', 'e'),
    ];
    expect(await idsOf(records)).toBe('a b d e f');
    // The same when the session ends before the next reply.
    expect(await idsOf([...records.slice(0, 3), records[4] ?? {}, records[3] ?? {}])).toBe('a b e d');
  });

  it('keeps a boundary whose follower links to the messages it preserved', async () => {
    const records = [
      user('a', null),
      assistant('b', 'a'),
      {
        type: 'system',
        subtype: 'compact_boundary',
        uuid: 'x',
        parentUuid: null,
        logicalParentUuid: 'b',
        sessionId: 's',
      },
      user('sum', 'x', 'what was', { isCompactSummary: true }),
      user('c', 'b'),
      assistant('d', 'c'),
    ];
    const transcript = await read(records);
    expect(transcript.messages.map(({ id }) => id).join(' ')).toBe('a b sum c d');
    expect(transcript.recorded?.compactions).toMatchObject([{ index: 2, summary: 2, effects: [{ from: 0, to: 2 }] }]);
  });

  it('counts a summary without a boundary as one compaction', async () => {
    const records = [user('a', null), assistant('b', 'a'), user('sum', null, 'what was', { isCompactSummary: true })];
    const transcript = await read(records);
    expect(transcript.messages.map(({ id }) => id).join(' ')).toBe('a b sum');
    expect(transcript.recorded?.compactions).toMatchObject([{ index: 2, summary: 2, effects: [{ from: 0, to: 2 }] }]);
  });

  it('survives links that form a circle', async () => {
    expect(await idsOf([user('a', 'd'), assistant('b', 'a'), user('c', 'b'), assistant('d', 'c')])).toBe('a b c d');
  });

  it('follows the lines where records name no parents', async () => {
    const records = [
      { type: 'user', session_id: 's', message: { content: 'one' } },
      { type: 'assistant', session_id: 's', message: { content: 'two' } },
    ];
    const { messages } = await read(records);
    expect(messages.map((message) => textOf(message))).toEqual(['one', 'two']);
  });

  it('leaves subagents out, unless the file is one', async () => {
    const side = { isSidechain: true };
    const records = [user('a', null), assistant('x', 'a', 'side', 'x', side), assistant('b', 'a')];
    expect(await idsOf(records)).toBe('a b');
    expect(await idsOf([user('a', null, 'task', side), assistant('b', 'a', 'done', 'b', side)])).toBe('a b');
  });

  it('offers the threads of subagents in a file as sessions of their own', async () => {
    const side = { isSidechain: true };
    const records = [
      user('a', null),
      assistant('b', 'a'),
      user('s1', 'b', 'Find the test', side),
      assistant('s2', 's1', 'found', 's2', side),
      user('t1', 'b', 'Other task', { ...side, agentId: 'agent-2' }),
      user('c', 'b'),
      assistant('s3', 's2', 'and read', 's3', side),
    ];
    const main = await read(records);
    expect(main.messages.map(({ id }) => id).join(' ')).toBe('a b c');
    expect(main.sessions).toEqual({
      shown: 0,
      titles: ['s (3 messages)', 'Subagent: Find the test (3 messages)', 'Subagent: Other task (1 messages)'],
    });
    const asked = await read(records, { session: 1 });
    expect(asked.messages.map(({ id }) => id).join(' ')).toBe('s1 s2 s3');
    expect(asked.problems).toEqual([]);
  });

  it('shows the larger of two unlinked sessions, or the one asked for', async () => {
    const other = { sessionId: 't' };
    const records = [
      user('x', null, 'x', other),
      user('a', null),
      assistant('b', 'a'),
      assistant('y', 'x', 'y', 'y', other),
      user('c', 'b'),
    ];
    expect(await idsOf(records)).toBe('a b c');
    const asked = await read(records, { session: 0 });
    expect(asked.messages.map(({ id }) => id).join(' ')).toBe('x y');
    await expect(read(records, { session: 2 })).rejects.toMatchObject({ reason: 'severalSessions' });
  });

  it('keeps records of another session id that the chain runs through', async () => {
    expect(await idsOf([user('a', null, 'a', { sessionId: 't' }), assistant('b', 'a'), user('c', 'b')])).toBe('a b c');
  });

  it('counts an API error as a message, not as a call', async () => {
    const error = assistant('b', 'a', 'API Error', 'b', { isApiErrorMessage: true });
    const transcript = await read([user('a', null), error, user('c', 'b'), assistant('d', 'c')]);
    expect(transcript.messages).toHaveLength(4);
    expect(transcript.callBoundaries).toEqual([3]);
    expect(transcript.messages[1]?.model).toBeUndefined();
  });

  it('gives tool results and the text beside them messages of their own', async () => {
    const content = [...result('x'), { type: 'text', text: 'stop' }, ...result('y')];
    const transcript = await read([
      user('a', null),
      assistant('b', 'a', [...call('x'), ...call('y')]),
      user('c', 'b', content),
    ]);
    expect(transcript.messages.map(({ id, role }) => `${role} ${id}`)).toEqual([
      'user a',
      'assistant b',
      'tool c',
      'tool c#1',
      'user c#2',
    ]);
  });

  it('shows attachments as injected', async () => {
    const attachment = { type: 'attachment', uuid: 'b', parentUuid: 'a', attachment: { type: 'todo', content: 'x' } };
    const { messages } = await read([user('a', null), attachment, assistant('c', 'b')]);
    expect(messages[1]).toMatchObject({ role: 'user', synthetic: 'injected', parts: [{ kind: 'attachment' }] });
  });

  it('pins what the file pins', async () => {
    const { messages } = await read([user('a', null, 'keep', { _pin: true }), assistant('b', 'a')]);
    expect(messages.map(({ pinned }) => pinned)).toEqual([true, undefined]);
  });

  it('refuses a session without messages in words that name it', async () => {
    await expect(read([{ type: 'summary', summary: 'x', leafUuid: 'y' }])).rejects.toMatchObject({
      reason: 'empty',
      message: expect.stringContaining('session.jsonl') as string,
    });
  });
});
