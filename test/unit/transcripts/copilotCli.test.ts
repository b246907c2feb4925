import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { readTranscript } from '../../../src/transcripts/registry';
import type { Transcript } from '../../../src/transcripts/transcript';
import { fixtureFolder, jsonLines, withFile } from '../../support/sessionFiles';

const events = (): Promise<Transcript> => readTranscript(join(fixtureFolder, 'copilot-cli/events.jsonl'));

const read = (...records: readonly object[]): Promise<Transcript> =>
  withFile(jsonLines(records), (path) => readTranscript(path));

const event = (type: string, data: object, id?: string): object => ({
  type,
  data,
  ...(id === undefined ? {} : { id }),
});

describe('a session of Copilot CLI', () => {
  it('is the main thread as the user saw it', async () => {
    const { format, messages, title, workspace, model, contextWindow } = await events();
    expect(format).toBe('copilot-cli');
    expect(messages.map((message) => `${message.synthetic ?? message.role}: ${textOf(message)}`)).toEqual([
      'system: You bake.',
      'user: bake bread',
      'assistant: I look for flour.',
      'tool: No such file',
      'tool: flour, water',
      'assistant: Baked.',
      'user: slice it',
      'summary: Bread is baked.',
      'assistant: Sliced.',
      'injected: <skill>toast</skill>',
    ]);
    expect([title, workspace, model, contextWindow]).toEqual(['Bread', '/home/dev/bakery', 'gpt-5.5', 64_000]);
  });

  it('keeps reasoning, calls, usage and failures', async () => {
    const { messages } = await events();
    expect(messages[1]?.parts[1]).toMatchObject({ type: 'raw', kind: 'attachment' });
    expect(messages[2]).toMatchObject({
      parts: [
        { type: 'thinking', text: 'Flour first.', redacted: 'opaque1' },
        { type: 'text' },
        { type: 'toolCall', id: 't1', name: 'view', arguments: '{"path":"recipe.md"}' },
        { type: 'toolCall', id: 't2', name: 'apply_patch', arguments: '{"input":"*** Begin Patch"}' },
      ],
      usage: { inputTokens: 500, cachedInputTokens: 400, outputTokens: 9 },
    });
    expect(messages[3]).toMatchObject({ toolCallId: 't2', toolName: 'apply_patch', isError: true });
    expect(messages[5]?.parts[0]).toEqual({ type: 'thinking', text: 'Oven now.' });
  });

  it('tells of compactions and truncations with their own numbers', async () => {
    const { recorded, problems } = await events();
    expect(recorded?.compactions).toEqual([
      {
        index: 7,
        kind: 'compaction',
        trigger: 'threshold',
        tokensBefore: 950,
        tokensAfter: 120,
        effects: [{ from: 1, to: 5, fate: 'summarized' }],
        summary: 7,
        source: expect.objectContaining({ line: 19 }) as object,
      },
      {
        index: 9,
        kind: 'truncation',
        tokensBefore: 70_000,
        tokensAfter: 60_000,
        source: expect.objectContaining({ line: 21 }) as object,
      },
    ]);
    expect(problems.map(({ line, reason }) => `${String(line)} ${reason}`)).toEqual([
      '9 1 record of subagents left out of the main thread.',
      '12 The call has a result already; a second one was left out.',
      '22 A compaction failed and changed nothing: no summary.',
      '25 The user went back: 2 messages left out.',
      '29 1 record of the kind "oracle.spoke" left out: no place in the conversation is known for it.',
    ]);
  });

  it('leaves what a second compaction finds out already to the first', async () => {
    const { recorded } = await read(
      event('user.message', { content: 'one' }),
      event('assistant.message', { content: '1' }),
      event('session.compaction_complete', { success: true, summaryContent: 'S1' }),
      event('user.message', { content: 'two' }),
      event('session.compaction_complete', { success: true, summaryContent: 'S2' }),
    );
    expect(recorded?.compactions.map(({ effects }) => effects)).toEqual([
      [{ from: 0, to: 2, fate: 'summarized' }],
      [{ from: 2, to: 4, fate: 'summarized' }],
    ]);
  });

  it('knows a call from its start where no reply asked for it', async () => {
    const { messages } = await read(
      event('user.message', { content: 'go' }),
      event('tool.execution_start', { toolCallId: 'c', toolName: 'view', arguments: { path: 'a' } }),
      event('tool.execution_complete', { toolCallId: 'c', success: true, result: 'text' }),
    );
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(messages[2]).toMatchObject({ toolName: 'view', parts: [{ text: 'text' }] });
  });

  it('warns where the way back is not in the file', async () => {
    const { messages, problems } = await read(
      event('user.message', { content: 'go' }, 'a'),
      event('session.snapshot_rewind', { upToEventId: 'b', eventsRemoved: 1 }, 'c'),
    );
    expect(messages).toHaveLength(1);
    expect(problems).toMatchObject([{ severity: 'warning', line: 2 }]);
  });
});
