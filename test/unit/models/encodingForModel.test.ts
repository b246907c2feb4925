import { getEncodingNameForModel, type TiktokenModel } from 'js-tiktoken/lite';
import { describe, expect, it } from 'vitest';
import { encodingForModel } from '../../../src/models/encodingForModel';

const published: TiktokenModel[] = [
  ...(['gpt-3.5-turbo', 'gpt-35-turbo', 'gpt-3.5-turbo-16k-0613', 'gpt-4', 'gpt-4-0314', 'gpt-4-32k'] as const),
  ...(['gpt-4-turbo', 'gpt-4-turbo-2024-04-09', 'gpt-4-vision-preview', 'text-embedding-3-small'] as const),
  ...([
    'text-embedding-ada-002',
    'gpt-4o',
    'gpt-4o-mini',
    'chatgpt-4o-latest',
    'gpt-4.1-mini',
    'gpt-4.5-preview',
  ] as const),
  ...(['o1', 'o3-mini', 'o4-mini', 'gpt-5', 'gpt-5-nano'] as const),
];

describe('the encoding of a model', () => {
  it.each(published)('is the published one: %s', (model) => {
    expect(encodingForModel(model)).toBe(getEncodingNameForModel(model));
  });

  it('is found behind the prefix of a provider', () => {
    expect(encodingForModel('openai/gpt-4-turbo')).toBe('cl100k_base');
    expect(encodingForModel('azure/gpt-4o')).toBe('o200k_base');
  });

  it('is the newest for every other model', () => {
    for (const model of ['claude-sonnet-4', 'qwen3-coder', 'not-gpt-4', '']) {
      expect(encodingForModel(model)).toBe('o200k_base');
    }
  });
});
