import { describe, expect, it } from 'vitest';
import { profileFor } from '../../../src/models/profile';

describe('profileFor', () => {
  it.each([
    ['gpt-4o', 128_000, 'prices', 'o200k_base'],
    ['openai/gpt-4o-mini', 128_000, 'prices', 'o200k_base'],
    ['gpt-4', 8_192, 'prices', 'cl100k_base'],
    ['gpt-4-turbo-2024-04-09', 128_000, 'prices', 'cl100k_base'],
    ['gpt-4.1-nano', 1_000_000, 'prices', 'o200k_base'],
    ['o3-mini', 200_000, 'prices', 'o200k_base'],
    ['gpt-5-mini', 400_000, 'prices', 'o200k_base'],
    ['anthropic/claude-sonnet-4', 200_000, 'prices', 'o200k_base'],
    ['us.anthropic.claude-opus-4-5-20251101-v1:0', 200_000, 'prices', 'o200k_base'],
    ['claude-opus-4-8', 1_000_000, 'prices', 'o200k_base'],
    ['models/gemini-2.5-pro', 1_048_576, 'prices', 'o200k_base'],
    ['x-ai/grok-code-fast-1', 256_000, 'prices', 'o200k_base'],
    ['moonshotai/kimi-k2.5', 262_144, 'prices', 'o200k_base'],
    // Known by what others call it, whatever their price.
    ['qwen3-coder-plus', 1_000_000, 'prices', 'o200k_base'],
    ['deepseek/deepseek-v4-flash', 1_000_000, 'prices', 'o200k_base'],
    // The data has prices, but no window.
    ['qwen/qwen3-coder', 131_072, 'table', 'o200k_base'],
    ['llama3.1:8b', 131_072, 'table', 'o200k_base'],
    ['offline', 16_000, 'table', 'o200k_base'],
    ['something-nobody-knows', 128_000, 'unknown', 'o200k_base'],
    ['', 128_000, 'unknown', 'o200k_base'],
  ] as const)('%s has a window of %i by %s and %s', (model, window, source, encoding) => {
    expect(profileFor(model)).toMatchObject({ window, source, encoding });
  });

  it.each([
    ['offline', 1_000],
    ['gpt-oss-120b', 32_768],
    ['gpt-5-mini', 128_000],
    ['gpt-4.1', 32_768],
    ['gpt-4o', 16_384],
    ['o3-mini', 100_000],
    ['gpt-4-turbo', 4_096],
    ['gpt-4-32k', 8_192],
    ['gpt-4', 4_096],
    ['gpt-3.5-turbo', 4_096],
    ['claude-3-7-sonnet-latest', 64_000],
    ['claude-3-haiku-20240307', 8_192],
    ['claude-opus-4-1-20250805', 32_000],
    ['claude-opus-4-20250514', 32_000],
    ['claude-opus-4-5', 64_000],
    ['claude-opus-4-8', 128_000],
    ['claude-sonnet-4', 64_000],
    ['gemini-2.0-flash', 8_192],
    ['gemini-2.5-pro', 65_536],
    ['gemma-3-27b-it', 8_192],
    ['deepseek-chat', 8_192],
    ['grok-4', 32_768],
    ['kimi-k2.5', 32_768],
    ['glm-4.6', 32_768],
    ['qwen3-coder', 32_768],
    ['qwen2.5-coder', 8_192],
    ['llama3.1:8b', 8_192],
    ['mistral-large-latest', 32_768],
    ['something-nobody-knows', 8_192],
  ])('%s answers with at most %i tokens', (model, maxOutput) => {
    expect(profileFor(model).maxOutput).toBe(maxOutput);
  });

  it.each([
    ['gpt-oss-99', 131_072],
    ['gpt-4o-99', 128_000],
    ['o4-99', 200_000],
    ['gpt-4-turbo-99', 128_000],
    ['gpt-4-32k-99', 32_768],
    ['gpt-4-99', 8_192],
    ['gpt-3.5-99', 16_385],
    ['my-claude-3-7', 200_000],
    ['my-claude-3', 200_000],
    ['my-claude-4-opus', 200_000],
    ['my-claude-opus-4-8', 1_000_000],
    ['gemini-2.0-99', 1_048_576],
    ['llama-3.3-99', 131_072],
    ['deepseek-coder', 131_072],
    ['grok-99', 256_000],
    ['kimi-99', 262_144],
    ['gemini-99', 1_048_576],
    ['claude-99', 200_000],
    ['gpt-9', 400_000],
    ['gpt-4.1-99', 1_047_576],
    ['gemma-99', 131_072],
    ['qwen2.5-coder', 32_768],
    ['mistral-99', 131_072],
    ['glm-4.6', 131_072],
  ])('for %s, which the data lacks, the table has a window of %i', (model, window) => {
    expect(profileFor(model)).toMatchObject({ window, source: 'table' });
  });

  it('knows list prices, with what a long input costs', () => {
    expect(profileFor('gpt-4o').prices).toEqual({
      input: 2.5,
      cachedInput: 1.25,
      cacheWrite: 2.5,
      output: 10,
      long: null,
    });
    expect(profileFor('claude-sonnet-4-5').prices).toEqual({
      input: 3,
      cachedInput: 0.3,
      cacheWrite: 3.75,
      output: 15,
      long: { aboveInputTokens: 200_000, input: 6, cachedInput: 0.6, cacheWrite: 7.5, output: 22.5 },
    });
    expect(profileFor('meta-llama/llama-3.3-70b-instruct:free').prices).toMatchObject({ input: 0, output: 0 });
    expect(profileFor('offline').prices).toBeNull();
    expect(profileFor('something-nobody-knows').prices).toBeNull();
    // Whoever serves these sets the price.
    expect(profileFor('qwen3:14b').prices).toBeNull();
    expect(profileFor('qwen3-coder-plus').prices).toBeNull();
  });

  it('lets the user say otherwise', () => {
    const overrides = { 'gpt-4o*': { window: 50_000, maxOutput: 100_000, inputPrice: 1, outputPrice: 2 } };
    expect(profileFor('gpt-4o-mini', overrides)).toEqual({
      window: 50_000,
      // A reply fits into the window.
      maxOutput: 50_000,
      encoding: 'o200k_base',
      prices: { input: 1, cachedInput: 1, cacheWrite: 1, output: 2, long: null },
      source: 'override',
    });
    expect(profileFor('gpt-5', overrides)).toEqual(profileFor('gpt-5'));
  });

  it('changes only the prices the user names', () => {
    const cached = profileFor('claude-sonnet-4-5', { '*': { cachedInputPrice: 0.2 } });
    expect(cached).toMatchObject({ source: 'prices', prices: { input: 3, cachedInput: 0.2, output: 15, long: null } });
    expect(profileFor('local', { local: { inputPrice: 0, outputPrice: 0 } }).prices).toMatchObject({
      input: 0,
      output: 0,
    });
    expect(profileFor('local', { local: { inputPrice: 1 } }).prices).toBeNull();
  });
});
