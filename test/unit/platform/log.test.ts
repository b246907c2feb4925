import { describe, expect, it, vi } from 'vitest';
import { withoutSecrets } from '../../../src/platform/log';

vi.mock('vscode', () => ({ window: {} }));

describe('withoutSecrets', () => {
  it.each([
    'sk-proj-abcdefghijklmnop',
    'Bearer abcdefghijklmnop',
    'ghp_abcdefghijklmnopqrstuvwxyz',
    'AUTHORIZATION: bearer abc.def.ghi-jkl',
  ])('takes the key out of %s', (text) => {
    const cleaned = withoutSecrets(`Request failed (${text}) at line 4`);
    expect(cleaned).toContain('[secret]');
    expect(cleaned).not.toMatch(/abc/);
    expect(cleaned).toMatch(/^Request failed .* at line 4$/);
  });

  it.each(['The task-list is empty.', 'key-value pairs', 'bearer of news'])('leaves %s as it is', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });
});
