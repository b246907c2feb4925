import { describe, expect, it } from 'vitest';
import { needsApiKey } from '../../../src/config/apiKeyRule';
import { settings } from '../../../src/config/settings';

describe('needing a key', () => {
  it.each([settings['openai.baseUrl'].default, 'https://API.openai.com/v1/', 'http://api.openai.com'])('%s', (url) => {
    expect(needsApiKey(url)).toBe(true);
  });

  it.each([
    'http://127.0.0.1:11434/v1',
    'http://localhost:1234',
    'http://[::1]:8000/v1',
    'https://api.openai.com.test',
  ])('not %s', (url) => {
    expect(needsApiKey(url)).toBe(false);
  });
});
