import type { Usage } from '../../../engine/message';

/** The longest line aider writes of tokens; what is longer was said by something else. Characters. */
const LONGEST_LINE = 300;

/** What a reply took, as aider says it, in its own rounding; null for any other line. */
export function readTokens(line: string): Usage | null {
  if (!line.startsWith('Tokens: ') || line.length > LONGEST_LINE) return null;
  const sent = numberBefore(line, 'sent');
  const received = numberBefore(line, 'received');
  if (sent === null || received === null) return null;
  const hits = numberBefore(line, 'cache hit');
  return { inputTokens: sent, outputTokens: received, ...(hits === null ? {} : { cachedInputTokens: hits }) };
}

function numberBefore(line: string, word: string): number | null {
  const [, digits, unit] = new RegExp(`([\\d.,]+)([kM]?) ${word}`).exec(line) ?? [];
  const value = Number((digits ?? '').replaceAll(',', ''));
  if (digits === undefined || Number.isNaN(value)) return null;
  return Math.round(value * (unit === 'k' ? 1_000 : unit === 'M' ? 1_000_000 : 1));
}
