import { describe, expect, it } from 'vitest';
import { redactSecrets, redactValue } from '../../../../src/transcripts/exports/redactSecrets';

// Put together here, so that no scanner takes this file for a leak.
const letters = 'abcdefghij0123456789ABCDEFGHIJ0123456789';
const key = ['-----BEGIN RSA PRIVATE', 'KEY-----'].join(' ');
const keyEnd = ['-----END RSA PRIVATE', 'KEY-----'].join(' ');

describe('redactSecrets', () => {
  it.each([
    ['OpenAI', `sk-proj-${letters}`],
    ['GitHub', `ghp_${letters}`],
    ['GitHub, fine-grained', `github_pat_${letters}`],
    ['AWS', `AKIA${letters.slice(20, 30)}ABCDEF`],
    ['Slack', `xoxb-${letters}`],
    ['a web token', `eyJ${letters}.eyJ${letters}.${letters}`],
    ['a private key', `${key}\nMIIB${letters}\n${letters}=\n${keyEnd}`],
    ['a private key in JSON', `${key}\\nMIIB${letters}\\n${keyEnd}`],
    ['a private key that is cut off', `${key}\n${letters}\n${letters}`],
  ])('takes out %s', (_what, secret) => {
    expect(redactSecrets(`before ${secret} after`)).toMatch(/^before \[redacted: [A-Za-z ]+\] after$/);
  });

  it.each([
    [`Authorization: Bearer ${letters}`, 'Authorization: Bearer [redacted: token]'],
    [`https://me:${letters}@host/x`, 'https://me:[redacted: password]@host/x'],
    [`OPENAI_API_KEY=${letters}`, 'OPENAI_API_KEY=[redacted: secret]'],
    [`{\\"DB_PASSWORD\\": \\"${letters}\\"}`, '{\\"DB_PASSWORD\\": \\"[redacted: secret]\\"}'],
  ])('takes out what a label gives away: %s', (text, expected) => {
    expect(redactSecrets(text)).toBe(expected);
  });

  it('leaves other text alone', () => {
    const text = 'task-list, sk-short, tokens: 12000, const TOKEN = process.env.TOKEN; a key-----\nBearer of news';
    expect(redactSecrets(text)).toBe(text);
  });

  it('takes time in proportion to the text', () => {
    const started = redactSecrets(`${key} `.repeat(20_000));
    expect(started).not.toContain('BEGIN');
  });

  it('reaches into plain values and leaves images whole', () => {
    const image = `data:image/png;base64,AKIA${letters}`;
    expect(redactValue({ a: [`ghp_${letters}`], b: image, c: 1, d: null })).toEqual({
      a: ['[redacted: GitHub token]'],
      b: image,
      c: 1,
      d: null,
    });
  });
});
