import { describe, expect, it } from 'vitest';
import { imageTokens } from '../../../../src/engine/tokens/imageTokens';

describe('tokens of an image', () => {
  // The examples of Anthropic's documentation.
  it.each([
    [200, 200, 54],
    [1000, 1000, 1334],
    [1092, 1092, 1590],
    [3000, 200, 219],
    [8000, 8000, 1600],
  ])('for Anthropic: %i × %i', (width, height, tokens) => {
    expect(imageTokens('anthropic', { width, height })).toBe(tokens);
  });

  // The first two are the examples of OpenAI's documentation.
  it.each([
    [1024, 1024, 765],
    [2048, 4096, 1105],
    [512, 512, 255],
    [1, 1, 255],
    [100_000, 10, 765],
  ])('for OpenAI: %i × %i', (width, height, tokens) => {
    expect(imageTokens('openai', { width, height })).toBe(tokens);
  });

  it('is 1 600 when the size is not known', () => {
    expect(imageTokens('openai', undefined)).toBe(1600);
    expect(imageTokens('anthropic', { width: 0, height: 10 })).toBe(1600);
    expect(imageTokens('openai', { width: NaN, height: 10 })).toBe(1600);
  });
});
