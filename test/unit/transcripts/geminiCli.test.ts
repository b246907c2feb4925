import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { readTranscript } from '../../../src/transcripts/registry';
import type { Transcript } from '../../../src/transcripts/transcript';
import { caseFile, fixtureFolder, jsonLines, withFile } from '../../support/sessionFiles';

const fixture = (name: string): Promise<Transcript> => readTranscript(join(fixtureFolder, 'gemini-cli', name));

const words = ({ messages }: Transcript): readonly string[] =>
  messages.map((message) => `${message.synthetic ?? message.role}: ${textOf(message)}`);

const header = { sessionId: 's', projectHash: 'p' };
const said = (id: string, type: string, content: unknown): object => ({ id, type, content });

const read = (...records: readonly object[]): Promise<Transcript> =>
  withFile(jsonLines([header, ...records]), (path) => readTranscript(path));

describe('a session of Gemini CLI', () => {
  it('34: is read as one document whatever the file is called', async () => {
    const { format, messages, recorded, problems } = await readTranscript(caseFile('34-pretty-json-named-jsonl.jsonl'));
    expect(format).toBe('gemini-cli');
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(messages[1]?.parts).toEqual([
      { type: 'thinking', text: 'Plan\none file' },
      {
        type: 'toolCall',
        id: 'write_file-1',
        name: 'write_file',
        arguments: '{"file_path":"C:\\\\tmp\\\\hello.txt","content":"hello"}',
      },
    ]);
    expect(messages[1]?.usage).toEqual({ inputTokens: 10, cachedInputTokens: 0, outputTokens: 2 });
    expect(messages[2]).toMatchObject({ toolCallId: 'write_file-1', parts: [{ text: 'written' }] });
    expect(recorded?.compactions).toMatchObject([{ index: 3, kind: 'compress' }]);
    expect(problems).toEqual([]);
  });

  it('keeps images, calls side by side, and calls that were refused', async () => {
    const { messages } = await fixture('document.json');
    expect(messages[0]?.parts[1]).toMatchObject({ type: 'media', width: 2, height: 3 });
    expect(messages[1]?.usage).toBeUndefined();
    expect(messages.slice(2)).toMatchObject([
      { toolCallId: 'a', toolName: 'draw', parts: [{ text: 'drawn' }] },
      { toolCallId: 'b', isError: true, parts: [{ text: 'The user said no.' }] },
    ]);
  });

  it('replays newer copies, ways back and lists without losing what was said', async () => {
    const transcript = await fixture('replayed.jsonl');
    const flour = 'flour '.repeat(40);
    expect(words(transcript)).toEqual([
      expect.stringMatching(/^injected: <session_context>/),
      'user: grind the corn',
      'assistant: I grind.',
      `tool: ${flour}`,
      'assistant: Ground.',
      'user: sell it',
      'assistant: Sold.',
      expect.stringMatching(/^summary: <state_snapshot>/),
      'user: count the money',
      'assistant: ',
      'tool: no money',
      'assistant: Nothing there.',
      'injected: ',
    ]);
    expect(transcript.messages[2]?.usage).toEqual({ inputTokens: 92, cachedInputTokens: 30, outputTokens: 12 });
    expect(transcript.messages[10]).toMatchObject({ toolCallId: 'count-1', toolName: 'count', isError: true });
    expect(transcript.recorded?.compactions).toMatchObject([
      { index: 6, kind: 'mask', effects: [{ from: 3, to: 4, fate: 'compacted', text: '[masked]' }] },
      {
        index: 7,
        kind: 'compress',
        tokensBefore: 9_000,
        tokensAfter: 1_200,
        summary: 7,
        effects: [{ from: 0, to: 5, fate: 'summarized' }],
      },
    ]);
    expect(transcript.problems.map(({ severity, line, reason }) => `${severity} ${String(line)} ${reason}`)).toEqual([
      expect.stringContaining('info 8 1 record of the kind "info"'),
      'info 12 The user went back: 2 messages left out.',
      'info 20 A turn was given up before it ended: 1 message left out.',
    ]);
    expect([transcript.title, transcript.workspace, transcript.model]).toEqual([
      'Grinding corn',
      '/home/dev/mill',
      'gemini-3-pro',
    ]);
  });

  it('goes back to the start where the message is unknown, as the agent does, and warns', async () => {
    const transcript = await read(said('a', 'user', 'one'), { $rewindTo: 'zz' }, said('b', 'user', 'two'));
    expect(words(transcript)).toEqual(['user: two']);
    expect(transcript.problems).toMatchObject([{ severity: 'warning', line: 3 }]);
  });

  it('takes a list that leaves everything out for a context that was cleared', async () => {
    const transcript = await read(
      ...[said('a', 'user', 'one'), said('b', 'gemini', '1'), said('c', 'user', 'two'), said('d', 'gemini', '2')],
      { $set: { messages: [] } },
      said('e', 'user', 'three'),
    );
    expect(words(transcript)).toHaveLength(5);
    expect(transcript.recorded?.compactions).toMatchObject([
      { index: 4, effects: [{ from: 0, to: 4, fate: 'pruned' }] },
    ]);
  });

  it('is inert to names of the prototype', async () => {
    const transcript = await read(said('__proto__', 'user', 'one'), said('constructor', 'gemini', 'two'), {
      $rewindTo: 'constructor',
    });
    expect(words(transcript)).toEqual(['user: one']);
  });
});
