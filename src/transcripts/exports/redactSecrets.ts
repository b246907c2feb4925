/** What stands in place of a secret; its kind is named so that the text stays understandable. */
function replacement(kind: string): string {
  return `[redacted: ${kind}]`;
}

interface SecretPattern {
  readonly kind: string;
  readonly pattern: RegExp;
}

/**
 * Secrets by the shape their issuers document. Each pattern is anchored by a fixed prefix and every repetition in it is
 * over one class, so that long texts cost one pass.
 */
const PATTERNS: readonly SecretPattern[] = [
  {
    kind: 'private key',
    // Up to its end, or, where that was cut off, the lines of base64 that follow. Two dashes end the body, so that a text
    // of nothing but beginnings costs one pass.
    pattern:
      /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----(?:(?:[A-Za-z0-9+/=\s\\:,.]|-(?!-)){0,20000}-----END (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----|(?:(?:\s|\\[nr])+[A-Za-z0-9+/=]{20,})*)/g,
  },
  // OpenAI, Anthropic, OpenRouter and those that copy their form.
  { kind: 'API key', pattern: /\bsk-[A-Za-z0-9_-]{16,}/g },
  { kind: 'API key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g },
  { kind: 'GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{16,}/g },
  { kind: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { kind: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{20,}/g },
  { kind: 'Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'AWS key id', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'Google API key', pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { kind: 'token', pattern: /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g },
];

/** Secrets known by what stands before them; that part stays. */
const LABELLED: readonly SecretPattern[] = [
  { kind: 'token', pattern: /(\bBearer\s{1,4})[A-Za-z0-9._~+/=-]{12,}/gi },
  { kind: 'credentials', pattern: /(\bBasic\s{1,4})[A-Za-z0-9+/]{16,}={0,2}/g },
  { kind: 'password', pattern: /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"']{1,80}:)[^\s/@"']{1,200}(?=@)/gi },
  {
    kind: 'secret',
    // A value without any digit is more likely code, such as the name of a variable.
    pattern:
      /(\b[a-z0-9_]{0,40}(?:api[_-]?key|secret|access_?key|(?:access|auth)_?token|password|passwd)[a-z0-9_]{0,20}\\?["']?\s{0,4}[=:]\s{0,4}\\?["']?)(?=[a-z._~+/=-]{0,200}\d)[a-z0-9._~+/=-]{12,}/gi,
  },
  {
    kind: 'secret',
    pattern:
      /(\b[A-Z0-9_]{0,40}TOKEN\\?["']?\s{0,4}[=:]\s{0,4}\\?["']?)(?=[A-Za-z._~+/=-]{0,200}\d)[A-Za-z0-9._~+/=-]{12,}/g,
  },
];

/** A text with the secrets in it, as far as their shape gives them away, replaced by what they are. */
export function redactSecrets(text: string): string {
  let redacted = text;
  for (const { kind, pattern } of PATTERNS) redacted = redacted.replace(pattern, replacement(kind));
  for (const { kind, pattern } of LABELLED) redacted = redacted.replace(pattern, `$1${replacement(kind)}`);
  return redacted;
}

/** The same for every string of a plain value. Images are left alone: a key cannot be read out of base64 by its shape. */
export function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('data:') ? value : redactSecrets(value);
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactValue(item)]));
}
