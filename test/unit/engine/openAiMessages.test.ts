import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/engine/message';
import { toOpenAiMessages } from '../../../src/engine/openAiMessages';
import { assistant, call, result, user } from '../../support/engineFixture';

const image = { type: 'media', kind: 'image', mediaType: 'image/png', data: 'AAAA' } as const;
const thinking: Message = { id: 't', role: 'assistant', parts: [{ type: 'thinking', text: 'hm' }] };

describe('toOpenAiMessages', () => {
  it('sends images of results as one message of the user behind all answers of the call', () => {
    const withImage = { ...result('a', 'one'), parts: [image] };
    const messages = toOpenAiMessages(
      [user('go'), assistant('', call('a'), call('b')), withImage, result('b', 'two'), assistant('done')],
      { includesReasoning: false },
    );
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user', 'assistant']);
    expect(messages[4]?.content).toEqual([{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }]);
  });

  it('leaves out a reply that is reasoning only, where reasoning is left out', () => {
    expect(toOpenAiMessages([user('go'), thinking], { includesReasoning: false })).toHaveLength(1);
    expect(toOpenAiMessages([user('go'), thinking], { includesReasoning: true })[1]).toMatchObject({
      reasoning_content: 'hm',
    });
  });

  it('gives a reply of calls alone no text', () => {
    const [, reply] = toOpenAiMessages([user('go'), assistant('', call('a'))], { includesReasoning: false });
    expect(reply).toMatchObject({ content: null, tool_calls: [{ id: 'a', type: 'function' }] });
  });
});
