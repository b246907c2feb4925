import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecrets } from '../../../../src/transcripts/exports/redaction/findSecrets';
import { Redaction } from '../../../../src/transcripts/exports/redaction/redaction';
import { arbitraryHistory } from '../../../support/arbitraryHistory';
import { masked, NOBODY } from './support';

const random = (length: number): string => 'a1B2c3D4'.repeat(30).slice(0, length);

async function maskedText(text: string, personal = { keys: [] as string[], homeFolder: '' }): Promise<string> {
  const redaction = new Redaction(personal);
  await redaction.search(text, 0);
  await redaction.finish();
  return redaction.mask(text);
}

const SECRETS: Readonly<Record<string, string>> = {
  openai: `sk-proj-${random(60)}`,
  anthropic: `sk-ant-api03-${random(60)}`,
  github: `ghp_${random(36)}`,
  gitlab: `glpat-${random(20)}`,
  npm: `npm_${random(36)}`,
  pypi: `pypi-${random(60)}`,
  huggingFace: `hf_${random(34)}`,
  slack: `xoxb-123456789012-123456789012-${random(24)}`,
  sendgrid: `SG.${random(22)}.${random(43)}`,
  stripe: `sk_live_${random(24)}`,
  google: `AIza${random(35)}`,
  awsId: 'AKIAIOSFODNN7EXAMPLE',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijk',
  privateKey: `-----BEGIN RSA PRIVATE KEY-----\n${random(64)}\n${random(64)}\n-----END RSA PRIVATE KEY-----`,
  shopify: `shpat_${'0123456789abcdef'.repeat(2)}`,
};

describe('findSecrets', () => {
  it.each(Object.entries(SECRETS))('masks the whole of %s', async (_name, secret) => {
    const text = await maskedText(`before ${secret} after`);
    expect(text).toMatch(/^before \[redacted: [^\]]+\] after$/);
  });

  it.each([
    ['password in an address', 'postgres://admin:hunter2x@db.example/x', 'hunter2x'],
    ['bearer', 'Authorization: Bearer abcdef0123456789', 'abcdef0123456789'],
    ['labelled', 'API_KEY="q8w7e6r5t4y3u2i1"', 'q8w7e6r5t4y3u2i1'],
    [
      'AWS secret',
      'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEZ',
      'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEZ',
    ],
    ['e-mail', 'mail jane.doe+x@mail.example.org now', 'jane.doe+x@mail.example.org'],
    ['home of Linux', 'cat /home/janedoe/x.ts', 'janedoe'],
    ['home of macOS', 'cat /Users/janedoe', 'janedoe'],
    ['home of Windows', 'type C:\\Users\\janedoe\\x.ts', 'janedoe'],
    ['home of Windows in JSON', '"C:\\\\Users\\\\janedoe\\\\x.ts"', 'janedoe'],
  ])('masks nothing but the secret: %s', async (_name, text, secret) => {
    const [before = '', after = ''] = text.split(secret);
    const result = await maskedText(text);
    expect(result.startsWith(before) && result.endsWith(after)).toBe(true);
    expect(result.slice(before.length, result.length - after.length)).toMatch(/^\[redacted: [^\]]+\]$/);
  });

  it.each([
    'git clone git@github.com:a/b.git',
    'icon@2x.png',
    'npm i left-pad@1.3.0',
    '@media print',
    '/home/',
    'const apiKeyName = readTheKeyName',
    '/Users/Shared/x',
  ])('leaves alone: %s', async (text) => {
    expect(await maskedText(text)).toBe(text);
  });

  it('masks what the host knows of the user', async () => {
    const personal = { keys: ['weird+key/of mine'], homeFolder: '/var/data/jane' };
    expect(
      await maskedText('a weird+key/of mine b weird%2Bkey%2Fof%20mine c /var/data/jane/x /var/data/janet', personal),
    ).toBe('a [redacted: your key 1] b [redacted: your key 2] c /var/data/[redacted: user name 1]/x /var/data/janet');
  });

  it('masks what a title or a cut left of a secret', async () => {
    expect(await maskedText('Use ghp_a1B…')).toBe('Use [redacted: cut secret 1]…');
    expect(await maskedText('key sk-ant-a1B2\n[cut]')).toBe('key [redacted: cut secret 1]\n[cut]');
  });

  it('finds what lies where long texts are parted', async () => {
    const secret = SECRETS['privateKey'] ?? '';
    for (const before of [(1 << 20) - 40, (1 << 20) + (1 << 15) - 40]) {
      const text = `${' '.repeat(before)}${secret} password: "q8w7e6r5t4y3u2i1"${' '.repeat(1 << 20)}`;
      const findings = await findSecrets(text, NOBODY);
      expect(findings.map(({ start, end, kind }) => [kind, start - before, end - start])).toEqual([
        ['private key', 0, secret.length],
        ['secret', secret.length + 12, 16],
      ]);
    }
  });

  it('cannot be switched off by the text', async () => {
    const secret = SECRETS['shopify'] ?? '';
    expect(await maskedText(`/* secretlint-disable */\n// secretlint-disable-next-line\n${secret}`)).not.toContain(
      secret,
    );
  });

  it('takes time in proportion to the text, whatever stands in it', { timeout: 300_000 }, async () => {
    const samples = [
      'a',
      ' a@',
      '@',
      '-----BEGIN PRIVATE KEY-----',
      'sk-',
      'eyJ',
      'https://a:',
      'password="',
      '/home/',
      'TOKEN=',
      '\\'.repeat(9),
      'aws_secret_access_key',
      'Bearer  ',
      '0',
    ];
    for (const sample of samples) {
      const time = async (length: number): Promise<number> => {
        const text = sample.repeat(Math.ceil(length / sample.length));
        const start = performance.now();
        await findSecrets(text, { keys: ['aaaaaaab'], homeFolder: '/home/a' });
        return performance.now() - start;
      };
      await time(1_000);
      const [short, long] = [await time(125_000), await time(1_000_000)];
      // Eight times the text: a square would be sixty-four. Short runs are noise.
      if (long > 500) expect(long / Math.max(short, 10), JSON.stringify(sample)).toBeLessThan(32);
    }
  });
});

describe('Redaction', () => {
  it('masks keys of JSON too', async () => {
    const [item] = await masked([{ type: 'record', record: { json: '{"/home/jane/a": 1}' } }]);
    expect(item).toMatchObject({ record: { json: '{"/home/[redacted: user name 1]/a": 1}' } });
  });

  it('never changes the structure, and keeps JSON that stands in it', async () => {
    const secret = SECRETS['github'] ?? '';
    const place = fc.constantFrom(
      secret,
      'jane@mail.example.org',
      '/home/jane/x',
      'password: q8w7e6r5t4y3u2i1',
      `"${secret}\\`,
    );
    await fc.assert(
      fc.asyncProperty(arbitraryHistory(6), fc.array(place), async (messages, secrets) => {
        const withSecrets = messages.map((message, index) => ({
          ...message,
          parts: message.parts.map((part) => {
            const found = secrets[index] ?? '';
            if (part.type === 'toolCall') {
              return { ...part, arguments: JSON.stringify({ nested: [found, { [found]: found, password: found }] }) };
            }
            return part.type === 'text' ? { ...part, text: `${part.text} ${found}` } : part;
          }),
        }));
        const items = withSecrets.map((message, index) => ({ type: 'message', entry: { message, index } }) as const);
        const [before, after] = [items, await masked(items)];
        expect(shape(after)).toStrictEqual(shape(before));
        expect(JSON.stringify(after)).not.toContain(secret);
      }),
      { numRuns: 60 },
    );
  });

  it('leaves a value without secrets as the same object', async () => {
    const redaction = new Redaction(NOBODY);
    const value = { parts: [{ type: 'text', text: 'plain' }] };
    await redaction.search(value, 0);
    await redaction.finish();
    expect(redaction.mask(value)).toBe(value);
  });

  it('refuses what it has not searched', () => {
    expect(() => new Redaction(NOBODY).mask({ text: 'unseen' })).toThrow('not searched');
  });

  it('leaves images, signatures and the bytes of JSON around a secret alone', async () => {
    const secret = SECRETS['github'] ?? '';
    const [item] = await masked([
      {
        type: 'record',
        record: [
          { type: 'media', data: secret, name: secret },
          { type: 'thinking', text: secret, signature: secret },
          { type: 'toolCall', arguments: `{ "n": 1.0e5,  "t": "${secret}", "big": 12345678901234567890 }` },
        ],
      },
    ]);
    const name = '[redacted: GitHub token 1]';
    expect(item).toStrictEqual({
      type: 'record',
      record: [
        { type: 'media', data: secret, name },
        { type: 'thinking', text: name, signature: secret },
        { type: 'toolCall', arguments: `{ "n": 1.0e5,  "t": "${name}", "big": 12345678901234567890 }` },
      ],
    });
  });

  it('knows by its key what a text of JSON is, and by number what is the same', async () => {
    const json = JSON.stringify({
      api_key: 'q8w7e6r5t4y3u2i1',
      other: 'q8w7e6r5t4y3u2i1',
      mails: ['a@b.example', 'c@b.example', 'a@b.example'],
    });
    const [item] = await masked([{ type: 'record', record: { json } }]);
    expect(item).toMatchObject({
      record: {
        json: JSON.stringify({
          api_key: '[redacted: secret 1]',
          other: 'q8w7e6r5t4y3u2i1',
          mails: ['[redacted: e-mail 1]', '[redacted: e-mail 2]', '[redacted: e-mail 1]'],
        }),
      },
    });
  });

  it('reports counts and places, and of a secret its first characters only', async () => {
    const redaction = new Redaction(NOBODY);
    const secret = SECRETS['github'] ?? '';
    await redaction.search({ text: `${secret} and ${secret}` }, 3);
    await redaction.search({ text: 'jane@mail.example.org' }, null);
    await redaction.finish();
    expect(redaction.report).toStrictEqual({
      counts: [
        { kind: 'GitHub token', places: 2 },
        { kind: 'e-mail', places: 1 },
      ],
      places: [
        { index: 3, kind: 'GitHub token', beginning: 'ghp_', length: 40 },
        { index: 3, kind: 'GitHub token', beginning: 'ghp_', length: 40 },
        { index: null, kind: 'e-mail', beginning: 'jane', length: 21 },
      ],
    });
  });
});

/** A value with every text in it replaced by what kind of thing it is. */
function shape(value: unknown): unknown {
  if (typeof value === 'string') {
    try {
      const parsed: unknown = JSON.parse(value);
      return typeof parsed === 'object' && parsed !== null ? { json: shape(parsed) } : 'text';
    } catch {
      return 'text';
    }
  }
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return value;
  // Keys may be masked too.
  return Object.entries(value).map(([key, item]) => [
    key.replace(/^.*(?:ghp_|jane|password|redacted).*$/, 'key'),
    shape(item),
  ]);
}
