import { describe, expect, it } from 'vitest';
import { providerName } from '../../../src/config/providerName';

describe('the name a profile knows a provider by', () => {
  it.each([
    ['openai', 'claude-sonnet-4-5', 'anthropic'],
    ['openai', 'anthropic/Claude-3-haiku', 'anthropic'],
    ['openai', 'gpt-5-mini', 'openai'],
    ['vscode', 'o3-mini', 'openai'],
    ['openrouter', 'openai/o1', 'openai'],
    ['openai', 'qwen3', 'openai'],
    ['Local', 'solo1-large', 'local'],
    ['offline', 'offline', 'offline'],
    ['anthropic', undefined, 'anthropic'],
  ])('%s serving %s is %s', (provider, model, name) => {
    expect(providerName(provider, model)).toBe(name);
  });
});
