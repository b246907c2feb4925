/** Milliseconds in the units that providers write times in. */
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** "Please try again in 1m12.5s" (OpenAI, Groq), "Please retry after 7 seconds" (Azure). */
const SPOKEN =
  /(?:try again in|retry (?:after|in))\s+(?<time>(?:[\d.]+\s*(?:milliseconds?|seconds?|minutes?|hours?|ms|s|m|h)\s*)+)/i;
const PIECE = /(?<number>[\d.]+)\s*(?<unit>milliseconds?|ms|seconds?|s|minutes?|m|hours?|h)/gi;

export interface RetryHeaders {
  get(name: string): string | null;
}

/**
 * Milliseconds until a provider wants to be asked again, or undefined where it does not say.
 *
 * @param now milliseconds since the epoch, against which a date is read
 */
export function retryAfterMilliseconds(
  headers: RetryHeaders | undefined,
  text: string,
  now: number,
): number | undefined {
  return fromHeaders(headers, now) ?? fromText(text);
}

function fromHeaders(headers: RetryHeaders | undefined, now: number): number | undefined {
  const exact = amount(headers?.get('retry-after-ms'));
  if (exact !== undefined) return exact;
  const value = headers?.get('retry-after');
  const seconds = amount(value);
  if (seconds !== undefined) return seconds * 1000;
  // `Date.parse` takes numbers that are no dates.
  const date = Date.parse(/[a-z]/i.test(value ?? '') ? (value ?? '') : '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function amount(value: string | null | undefined): number | undefined {
  if (value === undefined || value === null || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

function fromText(text: string): number | undefined {
  const time = SPOKEN.exec(text)?.groups?.['time'];
  if (time === undefined) return undefined;
  let sum = 0;
  for (const { groups } of time.matchAll(PIECE)) {
    const unit = groups?.['unit']?.toLowerCase() ?? '';
    const short = unit.startsWith('milli') ? 'ms' : unit === 'ms' ? unit : unit.charAt(0);
    sum += Number(groups?.['number']) * (UNITS[short] ?? 0);
  }
  return Number.isFinite(sum) ? Math.ceil(sum) : undefined;
}
