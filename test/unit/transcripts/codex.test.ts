import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textOf, type Message } from '../../../src/engine/message';
import { codex } from '../../../src/transcripts/formats/codex';
import { ProblemList } from '../../../src/transcripts/problemList';
import { readTranscript } from '../../../src/transcripts/registry';
import type { Transcript } from '../../../src/transcripts/transcript';
import { caseFile, fixtureFolder, jsonLines, withFile } from '../../support/sessionFiles';

const fixture = (name: string): Promise<Transcript> => readTranscript(join(fixtureFolder, 'codex', name));

const words = ({ messages }: Transcript): readonly string[] =>
  messages.map((message) => `${message.synthetic ?? message.role}: ${textOf(message)}`);

const item = (payload: object): object => ({ type: 'response_item', payload });
const user = (text: string): object => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
const assistant = (text: string): object =>
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
const event = (type: string, fields: object = {}): object => ({ type: 'event_msg', payload: { type, ...fields } });

const read = (...records: readonly object[]): Promise<Transcript> =>
  withFile(jsonLines(records), (path) => readTranscript(path));

describe('cases of Codex', () => {
  it('07: a mark at the start and CRLF do not hide the header', async () => {
    const transcript = await readTranscript(caseFile('07-bom-crlf-codex-rollout.jsonl'));
    expect(transcript.format).toBe('codex');
    expect(transcript.workspace).toBe('C:\\work\\till');
    expect(words(transcript)).toEqual(['user: print the till total', 'assistant: The total is 41.20.']);
  });

  it('25: echoes are dropped in either order, and a text that is said twice stays', async () => {
    const transcript = await readTranscript(caseFile('25-codex-echo-both-orders.jsonl'));
    expect(words(transcript)).toEqual([
      'user: count the rows',
      'assistant: There are 12 rows.',
      'assistant: Done.',
      'user: again',
      'assistant: Done.',
    ]);
  });

  it('26: items alone are the conversation, and injected context is marked', async () => {
    const { messages, problems } = await readTranscript(caseFile('26-codex-response-items-only.jsonl'));
    const typed = messages.filter(({ role, synthetic }) => role === 'user' && synthetic === undefined);
    expect(typed.map(textOf)).toEqual(['find the leak']);
    expect(messages.filter(({ synthetic }) => synthetic === 'injected')).toHaveLength(3);
    const parts = messages.flatMap((message) => message.parts);
    expect(parts.filter(({ type }) => type === 'thinking')).toEqual([{ type: 'thinking', text: '', redacted: 'gAAA' }]);
    expect(parts.filter(({ type }) => type === 'toolCall')).toHaveLength(2);
    const results = messages.filter(({ role }) => role === 'tool');
    expect(results.map(({ toolCallId, toolName }) => [toolCallId, toolName])).toEqual([
      ['call_c26', 'shell'],
      ['call_c26b', 'apply_patch'],
    ]);
    expect(problems).toEqual([]);
  });

  it('28: one compaction, whose new history is not said anew', async () => {
    const transcript = await readTranscript(caseFile('28-codex-compacted-replacement.jsonl'));
    expect(words(transcript)).toEqual([
      'user: long job part 1',
      'assistant: part 1 finished',
      'summary: Part 1 is finished; part 2 remains.',
      'user: now part 2',
      'assistant: part 2 finished',
    ]);
    expect(transcript.recorded?.compactions).toMatchObject([
      {
        index: 2,
        summary: 2,
        effects: [
          { from: 0, to: 1, fate: 'kept' },
          { from: 1, to: 2, fate: 'summarized' },
        ],
        source: { line: 4 },
      },
    ]);
  });
});

describe('a rollout of Codex', () => {
  it('gives each kind of item its place', async () => {
    const { messages, callBoundaries, model, contextWindow, problems } = await fixture('every-item.jsonl');
    expect(messages.map(({ role, synthetic }) => synthetic ?? role)).toEqual([
      'system',
      ...['injected', 'injected', 'injected'],
      ...['user', 'assistant', 'tool', 'tool', 'tool', 'assistant', 'assistant'],
    ]);
    expect(messages[4]?.parts).toMatchObject([{ type: 'text' }, { type: 'media', width: 2, height: 3 }]);
    const reply = messages[5];
    expect(reply?.parts).toMatchObject([
      { type: 'thinking', text: 'Look at the leaves.', redacted: 'gAAAleaves' },
      { type: 'raw', kind: 'web_search_call' },
      { type: 'text', text: 'I look at the notes first.' },
      { type: 'toolCall', id: 'call_1', name: 'shell', arguments: '{"command":["cat","notes"]}' },
      { type: 'toolCall', id: 'call_2', name: 'local_shell', arguments: '{"type":"exec","command":["ls"]}' },
      { type: 'toolCall', name: 'apply_patch', arguments: '{"input":"*** Begin Patch\\n*** End Patch"}' },
    ]);
    expect(reply?.usage).toEqual({ inputTokens: 100, cachedInputTokens: 40, outputTokens: 20 });
    expect(messages.slice(6, 9).map(({ toolCallId, isError }) => [toolCallId, isError])).toEqual([
      ['call_1', true],
      ['call_2', undefined],
      ['call_3', undefined],
    ]);
    expect(messages[9]).toMatchObject({ id: 'msg_final', usage: { inputTokens: 130 }, model: 'gpt-5.5' });
    expect(messages[10]?.parts).toEqual([
      { type: 'raw', kind: 'future_item', json: '{"type":"future_item","wisdom":7}' },
    ]);
    expect([model, contextWindow, callBoundaries]).toEqual(['gpt-5.5', 272_000, [5, 9]]);
    expect(problems.map(({ line, reason }) => `${String(line)} ${reason.slice(0, 43)}`)).toEqual([
      '26 2 records of the kind "event novel_event" l',
      '28 1 record of the kind "novel_line" left out:',
    ]);
  });

  it('tells what each kind of compaction left', async () => {
    const transcript = await fixture('compactions.jsonl');
    expect(words(transcript).filter((line) => line.startsWith('summary'))).toEqual([
      'summary: Plums stand.',
      'summary: ',
      'summary: Another model wrote this summary:\nAll is picked.',
    ]);
    const [byRule, encrypted, byReference, ...more] = transcript.recorded?.compactions ?? [];
    expect(more).toEqual([]);
    expect(byRule).toMatchObject({ index: 6, summary: 6, tokensBefore: 70, tokensAfter: 25 });
    expect(byRule?.effects).toEqual([
      { from: 0, to: 3, fate: 'kept' },
      { from: 3, to: 6, fate: 'summarized' },
    ]);
    expect(encrypted).toMatchObject({ index: 9, summary: 9, tokensBefore: 50 });
    expect(transcript.messages[9]?.parts).toMatchObject([{ type: 'raw', kind: 'compaction' }]);
    expect(encrypted?.effects?.filter(({ fate }) => fate === 'kept')).toEqual([
      { from: 0, to: 1, fate: 'kept' },
      { from: 7, to: 8, fate: 'kept' },
    ]);
    expect(byReference?.tokensBefore).toBeUndefined();
    expect(byReference?.effects?.slice(2)).toEqual([
      { from: 7, to: 8, fate: 'kept' },
      { from: 8, to: 10, fate: 'summarized' },
      { from: 10, to: 11, fate: 'truncated', text: expect.stringContaining('2 tokens truncated') as string },
      { from: 11, to: 12, fate: 'kept' },
    ]);
    expect(transcript.problems.map(({ reason }) => reason)).toEqual([
      'The compaction keeps 1 item the file does not hold, e.g. msg_gone.',
    ]);
  });

  it('leaves out turns the user went back from, and tells of a fork', async () => {
    const transcript = await fixture('fork-and-rollback.jsonl');
    expect(words(transcript)).toEqual([
      'user: plant the plums',
      'assistant: Planted.',
      'user: plant pears too',
      'assistant: Pears are planted.',
    ]);
    expect(transcript.workspace).toBe('/home/dev/fork');
    expect(transcript.problems.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('is a fork of 0199f1f1'),
      'The user went back by 2 turns: 4 messages left out.',
    ]);
  });

  it('is known by its items where it has no envelopes', async () => {
    const transcript = await fixture('bare-items.jsonl');
    expect(transcript.format).toBe('codex');
    expect(transcript.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(transcript.problems).toEqual([]);
  });

  it('drops a compaction together with the turn it came in', async () => {
    const transcript = await read(
      ...[user('one'), assistant('1'), user('two'), assistant('2')],
      { type: 'compacted', payload: { message: 'Both.', replacement_history: [] } },
      event('thread_rolled_back', { num_turns: 1 }),
      user('three'),
    );
    expect(words(transcript)).toEqual(['user: one', 'assistant: 1', 'user: three']);
    expect(transcript.recorded).toBeUndefined();
  });

  it('shows what stands in events alone, and the context of an editor once', async () => {
    const transcript = await read(
      event('user_message', { message: 'hello' }),
      event('agent_message', { message: 'Hello.' }),
      user('# Context from my editor:\n\na.ts\n\nfix it'),
      event('user_message', { message: 'fix it' }),
      event('agent_message', { message: 'Fixed.' }),
      assistant('Fixed.'),
    );
    expect(words(transcript)).toEqual([
      'user: hello',
      'assistant: Hello.',
      'user: # Context from my editor:\n\na.ts\n\nfix it',
      'assistant: Fixed.',
    ]);
  });

  it('keeps messages that did not change when the file grows', async () => {
    const problems = new ProblemList();
    const siblings = { list: () => Promise.resolve([]), readJson: () => Promise.resolve(undefined) };
    const reader = codex.open({ name: 'rollout.jsonl', problems, session: undefined, siblings, hold: (part) => part });
    const lines = readFileSync(join(fixtureFolder, 'codex/every-item.jsonl'), 'utf8').trimEnd().split('\n');
    let before: readonly Message[] = [];
    for (const [index, line] of lines.entries()) {
      reader.add(JSON.parse(line), { line: index + 1, byteOffset: index });
      const { messages } = await reader.finish(new ProblemList());
      const frozen = JSON.stringify(before);
      const shared = Math.max(0, Math.min(before.length, messages.length) - 1);
      for (let at = 0; at < shared; at++) expect(messages[at]).toBe(before[at]);
      expect(JSON.stringify(before)).toBe(frozen);
      before = messages;
    }
    const { messages } = await fixture('every-item.jsonl');
    expect(before.map(({ parts, usage }) => ({ parts, usage }))).toEqual(
      messages.map(({ parts, usage }) => ({ parts, usage })),
    );
  });
});
