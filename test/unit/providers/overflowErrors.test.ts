import { describe, expect, it } from 'vitest';
import { OVERFLOW_TEXTS, overflowFigures } from '../../../src/providers/overflowErrors';

describe('overflowFigures', () => {
  for (const { provider, example, pattern } of OVERFLOW_TEXTS) {
    it(`recognises ${provider} and reads the figures its text holds`, () => {
      const figures = overflowFigures(example);
      expect(figures).not.toBeNull();
      const wants = (name: string): boolean =>
        pattern.source.includes(`(?<${name}>`) && pattern.exec(example)?.groups?.[name] !== undefined;
      expect(figures?.windowTokens !== undefined).toBe(wants('window'));
      expect(figures?.inputTokens !== undefined).toBe(wants('input'));
    });
  }

  it.each([
    [
      'OpenAI',
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9120 tokens.",
      8192,
      9120,
    ],
    ['OpenRouter takes the input, not input and output', OVERFLOW_TEXTS[2]?.example ?? '', 163840, 167105],
    ['Anthropic', 'prompt is too long: 213462 tokens > 200000 maximum', 200000, 213462],
    [
      'thousands with commas',
      'maximum context length is 8,192 tokens. However, your messages resulted in 9,120 tokens',
      8192,
      9120,
    ],
    [
      'llama.cpp fields',
      'the request exceeds the available context size {"n_prompt_tokens":8241,"n_ctx":4096}',
      4096,
      8241,
    ],
  ])('%s', (_name, text, windowTokens, inputTokens) => {
    expect(overflowFigures(text)).toEqual({ windowTokens, inputTokens });
  });

  it.each([
    'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 25000, Requested 8000.',
    'Too many tokens, please wait before trying again.',
    'max_tokens: must be at most 64000',
    'Incorrect API key provided',
    'The context of this request is unclear.',
  ])('leaves other errors alone: %s', (text) => {
    expect(overflowFigures(text)).toBeNull();
  });
});
