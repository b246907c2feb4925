import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { readTranscript, type ReadTranscriptOptions } from '../../../src/transcripts/registry';
import type { Transcript } from '../../../src/transcripts/transcript';
import { jsonLines, withFile } from '../../support/sessionFiles';

const hello = [
  { role: 'system', content: 'be brief' },
  { role: 'user', content: 'hello' },
  { role: 'assistant', content: 'hi' },
];

async function read(content: string, options?: ReadTranscriptOptions): Promise<Transcript> {
  const transcript = await withFile(content, (path) => readTranscript(path, options));
  expect(transcript.format).toBe('openai-chat');
  return transcript;
}

function texts({ messages }: Transcript): string[] {
  return messages.map((message) => `${message.role}: ${textOf(message)}`);
}

describe('OpenAI chat messages', () => {
  it.each([
    ['a list', JSON.stringify(hello)],
    ['a list, indented', JSON.stringify(hello, null, 2)],
    ['a list, one message a line', `[\n${hello.map((message) => JSON.stringify(message)).join(',\n')}\n]`],
    ['a request', JSON.stringify({ model: 'gpt-4o', messages: hello })],
    ['lines of messages', jsonLines(hello)],
    [
      'a logged request with its response',
      JSON.stringify({
        request: { model: 'gpt-4o', messages: hello.slice(0, 2) },
        response: { choices: [{ message: hello[2] }] },
      }),
    ],
    ['runs', JSON.stringify([{ task_id: 1, traj: hello }])],
  ])('reads %s', async (_what, content) => {
    const transcript = await read(content);
    expect(texts(transcript)).toEqual(['system: be brief', 'user: hello', 'assistant: hi']);
    expect(transcript.callBoundaries).toEqual([2]);
    expect(transcript.title).toBe('hello');
  });

  it('reads the newest of several requests', async () => {
    const transcript = await read(jsonLines([{ messages: hello.slice(0, 2) }, { model: 'gpt-4o', messages: hello }]));
    expect(transcript.messages).toHaveLength(3);
    expect(transcript.model).toBe('gpt-4o');
    expect(transcript.problems[0]?.reason).toContain('2 requests');
  });

  it('reads the first of several runs, or the one asked for', async () => {
    const content = JSON.stringify([{ traj: hello }, { traj: [...hello, { role: 'user', content: 'more' }] }]);
    expect((await read(content)).messages).toHaveLength(3);
    expect((await read(content, { session: 1 })).messages).toHaveLength(4);
    await expect(read(content, { session: 2 })).rejects.toMatchObject({ reason: 'severalSessions' });
  });

  it('reads calls, their answers and the old form of both', async () => {
    const { messages } = await read(
      JSON.stringify([
        { role: 'developer', content: 'rules' },
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          content: null,
          reasoning_content: 'why',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'grep', arguments: '{ "a": 1 }' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'found' },
        { role: 'assistant', content: null, function_call: { name: 'old', arguments: '{}' } },
        { role: 'function', name: 'old', content: 'done' },
      ]),
    );
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool']);
    expect(messages[2]?.parts).toEqual([
      { type: 'thinking', text: 'why' },
      { type: 'toolCall', id: 'c1', name: 'grep', arguments: '{ "a": 1 }' },
    ]);
    expect(messages[3]).toMatchObject({ toolCallId: 'c1', toolName: 'grep' });
    const [call] = messages[4]?.parts ?? [];
    expect(messages[5]).toMatchObject({ toolCallId: call?.type === 'toolCall' ? call.id : '', toolName: 'old' });
  });

  it('reads parts of content and keeps what it does not know', async () => {
    const { messages } = await read(
      JSON.stringify([
        {
          role: 'user',
          content: [
            { type: 'text', text: 'see' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
            { type: 'new_kind', x: 1 },
            'bare',
          ],
        },
        { role: 'assistant', content: 'ok', refusal: 'no' },
      ]),
    );
    expect(messages[0]?.parts).toEqual([
      { type: 'text', text: 'see' },
      { type: 'media', kind: 'image', mediaType: 'image/png', data: 'AAAA' },
      { type: 'media', kind: 'image', mediaType: 'image/*', data: '', url: 'https://example.org/a.png' },
      { type: 'raw', kind: 'new_kind', json: '{"type":"new_kind","x":1}' },
      { type: 'text', text: 'bare' },
    ]);
    expect(textOf(messages[1] ?? { parts: [] })).toBe('ok\nno');
  });

  it('reads what was complete of a list that is cut off', async () => {
    const whole = JSON.stringify(hello);
    const transcript = await read(whole.slice(0, whole.indexOf('"hi"')));
    expect(transcript.messages).toHaveLength(3);
    expect(texts(transcript).slice(0, 2)).toEqual(['system: be brief', 'user: hello']);
    expect(transcript.problems[0]?.reason).toContain('cut off');
  });

  it('ends every request in a user or tool message', async () => {
    const transcript = await read(
      JSON.stringify([
        { role: 'assistant', content: 'welcome' },
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'b' },
        { role: 'assistant', content: 'c' },
        { role: 'user', content: 'd' },
      ]),
    );
    expect(transcript.callBoundaries).toEqual([2]);
  });

  it('reports items and roles it does not know', async () => {
    const transcript = await read(JSON.stringify([...hello, 7, { role: 'critic', content: 'x' }]));
    expect(transcript.messages.at(-1)?.role).toBe('user');
    expect(transcript.problems.map(({ severity }) => severity)).toEqual(['info', 'warning']);
  });
});

describe('Anthropic messages', () => {
  it('reads calls, results and the system prompt', async () => {
    const body = {
      model: 'claude-sonnet-4-5',
      system: [{ type: 'text', text: 'rules' }],
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Read', input: { path: 'a' } }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't', content: 'text' },
            { type: 'text', text: 'and?' },
          ],
        },
      ],
    };
    const transcript = await withFile(JSON.stringify(body), (path) => readTranscript(path));
    expect(transcript.format).toBe('anthropic-messages');
    expect(transcript.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
    expect(transcript.messages[3]).toMatchObject({ toolCallId: 't', toolName: 'Read' });
  });
});
