import { appendFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { textOf, type Message } from '../../../src/engine/message';
import { openTranscript, readTranscript } from '../../../src/transcripts/registry';
import { jsonLines, withFile } from '../../support/sessionFiles';

const ofSession = { sessionId: 's', timestamp: '2026-01-01T10:00:00Z' };

function asked(uuid: string, parentUuid: string | null, content: unknown): object {
  return { ...ofSession, type: 'user', uuid, parentUuid, message: { role: 'user', content } };
}

function called(uuid: string, parentUuid: string): object {
  const content = [{ type: 'tool_use', id: `call-${uuid}`, name: 'Bash', input: { command: uuid } }];
  return { ...ofSession, type: 'assistant', uuid, parentUuid, message: { id: `id-${uuid}`, model: 'm', content } };
}

function answered(uuid: string, parentUuid: string, call: string): object {
  return asked(uuid, parentUuid, [{ type: 'tool_result', tool_use_id: `call-${call}`, content: `done ${call}` }]);
}

function queue(operation: string, content?: unknown): object {
  return { ...ofSession, type: 'queue-operation', operation, ...(content === undefined ? {} : { content }) };
}

function attachment(uuid: string | null, parentUuid: string | null, prompt: unknown, more: object = {}): object {
  const links = uuid === null ? {} : { uuid, parentUuid };
  return { ...ofSession, ...links, type: 'attachment', attachment: { type: 'queued_command', prompt, ...more } };
}

function shape({ role, synthetic, parts, toolCallId }: Message): string {
  const call = parts.some(({ type }) => type === 'toolCall') ? 'calls' : '';
  const kind = synthetic === undefined ? '' : `(${synthetic})`;
  return `${role}${kind}: ${toolCallId === undefined ? textOf({ parts }) || call : 'result'}`;
}

async function shapes(records: readonly object[]): Promise<readonly string[]> {
  return withFile(jsonLines(records), async (path) => (await readTranscript(path)).messages.map(shape));
}

const start = [asked('a', null, 'Begin.'), called('b', 'a')];

describe('what was typed while the model was at work', () => {
  it('stands behind the results it reached the model with, where only side lines tell of it', async () => {
    const records = [
      ...start,
      queue('enqueue', 'first wish'),
      queue('enqueue', [{ type: 'text', text: 'second wish' }]),
      queue('remove'),
      queue('remove'),
      answered('c', 'b', 'b'),
      called('d', 'c'),
    ];
    const expected = [
      'user: Begin.',
      'assistant: calls',
      'tool: result',
      'user: first wish',
      'user: second wish',
      'assistant: calls',
    ];
    expect(await shapes(records)).toEqual(expected);
  });

  it('is not shown where it was taken back, still waits, or was sent as a message of its own', async () => {
    const records = [
      ...start,
      queue('enqueue', 'sent later'),
      queue('enqueue', 'taken back'),
      queue('enqueue', 'edited'),
      queue('popAll', 'taken back'),
      queue('dequeue'),
      answered('c', 'b', 'b'),
      asked('d', 'c', 'sent later'),
      queue('popAll'),
      queue('remove'),
      queue('enqueue', 'still waiting'),
    ];
    expect(await shapes(records)).toEqual(['user: Begin.', 'assistant: calls', 'tool: result', 'user: sent later']);
  });

  it('is shown once where a side line and an attachment tell of it, in either order', async () => {
    const records = [
      ...start,
      queue('enqueue', 'one'),
      queue('enqueue', 'two'),
      queue('remove', 'one'),
      answered('c', 'b', 'b'),
      attachment('d', 'c', 'one', { commandMode: 'prompt', origin: { kind: 'human' } }),
      attachment('e', 'd', [{ type: 'text', text: 'two' }], { commandMode: 'prompt' }),
      queue('remove', 'two'),
      called('f', 'e'),
    ];
    const expected = ['user: Begin.', 'assistant: calls', 'tool: result', 'user: one', 'user: two', 'assistant: calls'];
    expect(await shapes(records)).toEqual(expected);
  });

  it('has a place where its attachment is linked to nothing', async () => {
    const records = [...start, answered('c', 'b', 'b'), attachment(null, null, 'aside'), called('d', 'c')];
    const expected = ['user: Begin.', 'assistant: calls', 'tool: result', 'user: aside', 'assistant: calls'];
    expect(await shapes(records)).toEqual(expected);
  });

  it('is the agent’s own word where the agent queued it', async () => {
    const notice = '<task-notification>done</task-notification>';
    const records = [
      ...start,
      answered('c', 'b', 'b'),
      attachment('d', 'c', 'a task ended', { commandMode: 'task-notification' }),
      attachment('e', 'd', 'go on', { commandMode: 'prompt', origin: { kind: 'auto-continuation' } }),
      { ...asked('f', 'e', 'woken'), origin: { kind: 'task-notification' } },
      queue('enqueue', notice),
      queue('remove', notice),
    ];
    const [, , , ...rest] = await shapes(records);
    const told = ['a task ended', 'go on', 'woken', notice].map((text) => `user(injected): ${text}`);
    expect(rest).toEqual(told);
  });

  it('is not of a branch the user went back from', async () => {
    const records = [
      asked('a', null, 'Begin.'),
      called('b', 'a'),
      queue('enqueue', 'lost with its branch'),
      queue('remove'),
      answered('c', 'b', 'b'),
      called('x', 'a'),
      answered('y', 'x', 'x'),
    ];
    expect(await shapes(records)).toEqual(['user: Begin.', 'assistant: calls', 'tool: result']);
  });

  it('stands where a whole reading puts it, wherever the file grew', async () => {
    const records = [
      ...start,
      queue('enqueue', 'wish'),
      queue('remove'),
      answered('c', 'b', 'b'),
      called('d', 'c'),
      answered('e', 'd', 'd'),
    ];
    await withFile(jsonLines(records.slice(0, 2)), async (path) => {
      const file = await openTranscript(path);
      for (const record of records.slice(2)) {
        await appendFile(path, jsonLines([record]));
        await file.readOn();
        expect(file.transcript.messages).toEqual((await readTranscript(path)).messages);
      }
      expect(file.transcript.messages.map(textOf)).toContain('wish');
    });
  });
});
