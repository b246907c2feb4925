import { describe, expect, it } from 'vitest';
import { profileFor } from '../../../src/models/profile';

describe('profileFor', () => {
  it.each([
    ['gpt-4o', 128_000, 'o200k_base'],
    ['openai/gpt-4o-mini', 128_000, 'o200k_base'],
    ['gpt-4', 8_192, 'cl100k_base'],
    ['gpt-4-turbo-2024-04-09', 128_000, 'cl100k_base'],
    ['gpt-4.1-nano', 1_047_576, 'o200k_base'],
    ['o3-mini', 200_000, 'o200k_base'],
    ['anthropic/claude-sonnet-4', 200_000, 'o200k_base'],
    ['offline', 16_000, 'o200k_base'],
    ['something-nobody-knows', 128_000, 'o200k_base'],
  ])('%s has a window of %i and %s', (model, window, encoding) => {
    expect(profileFor(model)).toMatchObject({ window, encoding });
  });
});
