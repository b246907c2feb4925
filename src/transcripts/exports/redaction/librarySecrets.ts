import { lintSource } from '@secretlint/core';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { Finding } from './finding';

/**
 * Rules that are left out: a text could switch the search off by a comment, and two take a whole address for the secret,
 * of which our own pattern masks the password only.
 */
const LEFT_OUT = new Set([
  '@secretlint/secretlint-rule-filter-comments',
  '@secretlint/secretlint-rule-basicauth',
  '@secretlint/secretlint-rule-database-connection-string',
]);

const RULES = rules
  .filter(({ meta }) => !LEFT_OUT.has(meta.id))
  .map((rule) => ({ id: rule.meta.id, rule, options: {} }));

/** What secretlint's recommended rules find in a text. A call has a fixed cost of about a millisecond: give it much at once. */
export async function librarySecrets(text: string): Promise<Finding[]> {
  const { messages } = await lintSource({
    source: { filePath: 'session.txt', content: text, ext: '.txt', contentType: 'text' },
    options: { config: { rules: RULES }, noPhysicFilePath: true },
  });
  return messages.map(({ range: [start, end], data, ruleId }) => ({
    ...placeOf(text, start, end, data),
    kind: kindOf(ruleId),
  }));
}

/**
 * The rules name a secret and where it stands; where what they name only begins later than they say, as that of AWS does,
 * it is what they name.
 */
function placeOf(text: string, start: number, end: number, data: unknown): Pick<Finding, 'start' | 'end'> {
  const named: unknown = typeof data === 'object' && data !== null ? Object.values(data)[0] : undefined;
  if (typeof named !== 'string' || named === '' || text.startsWith(named, start)) return { start, end };
  const place = text.indexOf(named, start);
  return place < 0 || place > end ? { start, end } : { start: place, end: place + named.length };
}

const KINDS: Readonly<Record<string, string>> = {
  aws: 'AWS key',
  gcp: 'Google key',
  privatekey: 'private key',
  npm: 'npm token',
  slack: 'Slack token',
  sendgrid: 'SendGrid key',
  shopify: 'Shopify key',
  github: 'GitHub token',
  openai: 'API key',
  anthropic: 'API key',
  linear: 'Linear key',
  '1password': '1Password token',
};

function kindOf(ruleId: string): string {
  return KINDS[ruleId.replace('@secretlint/secretlint-rule-', '')] ?? 'secret';
}
