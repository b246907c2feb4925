import { describe, expect, it } from 'vitest';
import { chunkError, deltaText, deltaThinking } from '../../../src/providers/openAiChunk';

describe('failures that come as a chunk', () => {
  it.each([
    ['vLLM', { object: 'error', message: 'too long', code: 400 }],
    ['OpenRouter', { choices: [{ error: { code: 502, message: 'gone' }, finish_reason: 'error' }] }],
    ['OpenRouter, without the error', { choices: [{ finish_reason: 'error' }] }],
    ['DeepSeek', { choices: [{ finish_reason: 'insufficient_system_resource' }] }],
  ])('%s', (_name, chunk) => {
    expect(chunkError(chunk)).toBeDefined();
  });

  it('are none where the reply goes on or ends', () => {
    expect(chunkError({ object: 'chat.completion.chunk', choices: [{ finish_reason: 'stop' }] })).toBeUndefined();
    expect(chunkError({ choices: [] })).toBeUndefined();
  });
});

describe('reasoning in parts', () => {
  it.each([
    ['OpenRouter', { reasoning_details: [{ text: 'a' }, { data: 'hidden' }, { text: 'b' }] }, 'ab', ''],
    [
      'Mistral',
      {
        content: [
          { type: 'thinking', thinking: [{ text: 'a' }] },
          { type: 'text', text: 'b' },
        ],
      },
      'a',
      'b',
    ],
    ['in two fields', { reasoning: 'a', reasoning_content: 'a', content: 'b' }, 'a', 'b'],
  ])('%s', (_name, delta, thinking, text) => {
    expect(deltaThinking(delta)).toBe(thinking);
    expect(deltaText(delta)).toBe(text);
  });
});
