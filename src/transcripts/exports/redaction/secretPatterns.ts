import type { Finding } from './finding';

interface SecretPattern {
  readonly kind: string;
  /** The secret itself is the group `secret`, or the whole match where there is none. */
  readonly pattern: RegExp;
}

/**
 * Secrets the library does not look for, or not in every form, by the shape their issuers document. Each pattern is
 * anchored by a fixed word and every repetition in it is over one class and bounded where the rest may fail, so that long
 * texts cost one pass.
 */
const PATTERNS: readonly SecretPattern[] = [
  {
    kind: 'private key',
    // Up to its end, or, where that was cut off, the lines of base64 that follow. Two dashes end the body, so that a text
    // of nothing but beginnings costs one pass.
    pattern:
      /-----BEGIN (?:[A-Z]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:[A-Za-z0-9+/=\s\\:,.]|-(?!-)){0,20000}-----END (?:[A-Z]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\s|\\[nr])+[A-Za-z0-9+/=]{20,})*)/g,
  },
  // OpenAI, Anthropic, OpenRouter and those that copy their form.
  { kind: 'API key', pattern: /\bsk-[A-Za-z0-9_-]{16,}/g },
  { kind: 'API key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g },
  { kind: 'GitLab token', pattern: /\bgl(?:pat|dt|rt|ptt|cbt|ft)-[A-Za-z0-9_-]{16,}/g },
  { kind: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { kind: 'PyPI token', pattern: /\bpypi-[A-Za-z0-9_-]{50,}/g },
  { kind: 'Docker token', pattern: /\bdckr_[po]at_[A-Za-z0-9_-]{20,}/g },
  { kind: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{20,}/g },
  { kind: 'Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'Slack webhook', pattern: /\bhooks\.slack\.com\/services\/(?<secret>[A-Za-z0-9/]{20,})/g },
  { kind: 'AWS key id', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'Google API key', pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { kind: 'Google token', pattern: /\bya29\.[A-Za-z0-9_-]{20,}/g },
  { kind: 'token', pattern: /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g },
  {
    // Titles and cut results may end within a secret.
    kind: 'cut secret',
    pattern:
      /\b(?:sk-|gh[pousr]_|github_pat_|glpat-|npm_|hf_|xox[abeoprs]-|AKIA|AIza|eyJ)[A-Za-z0-9_.-]{3,100}(?=…|\s{0,2}\[)/g,
  },
  // Known by what stands before them; that part stays.
  { kind: 'token', pattern: /\bBearer\s{1,4}(?<secret>[A-Za-z0-9._~+/=-]{12,})/gi },
  { kind: 'credentials', pattern: /\bBasic\s{1,4}(?<secret>[A-Za-z0-9+/]{16,}={0,2})/g },
  { kind: 'password', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"']{0,80}:(?<secret>[^\s/@"']{1,200})(?=@)/gi },
  { kind: 'storage key', pattern: /\b(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,}={0,2})/g },
  {
    kind: 'secret',
    // A value without any digit is more likely code, such as the name of a variable.
    pattern:
      /(?:api[_-]?key|secret|access_?key|(?:access|auth)_?token|password|passwd)[a-z0-9_]{0,20}\\?["']?\s{0,4}[=:]\s{0,4}\\?["']?(?=[a-z._~+/=-]{0,200}\d)(?<secret>[a-z0-9._~+/=-]{12,})/gi,
  },
  {
    kind: 'secret',
    pattern: /TOKEN\\?["']?\s{0,4}[=:]\s{0,4}\\?["']?(?=[A-Za-z._~+/=-]{0,200}\d)(?<secret>[A-Za-z0-9._~+/=-]{12,})/g,
  },
];

/** What the patterns of this file find in a text. */
export function secretPatterns(text: string): Finding[] {
  return PATTERNS.flatMap(({ kind, pattern }) =>
    Array.from(text.matchAll(pattern), (match): Finding => {
      const end = match.index + match[0].length;
      // The secret ends its match, or stands before a look-ahead only.
      const length = match.groups?.['secret']?.length ?? match[0].length;
      return { start: end - length, end, kind };
    }),
  );
}
