import type { Strategy } from './decision';

/**
 * What compression did, in sums that can be added up over sessions. Decisions taken before the same call count as one
 * compression, so that the rate is the share of calls that compressed, as in the reference.
 */
export interface CompressionStatistics {
  /** Calls to the model. */
  readonly calls: number;
  /** Times something was compressed; at most once for each call. */
  readonly compressions: number;
  readonly decisions: number;
  /** Tokens the decisions made the input shorter, each when it was taken. */
  readonly savedTokens: number;
  /** Tokens that the calls sent, and that they would have sent if nothing had been compressed. */
  readonly inputTokens: number;
  readonly uncompressedTokens: number;
  /** Tokens of the replies. */
  readonly outputTokens: number;
  /** Tokens at the start of calls that stood there in the call before, and tokens of those calls before. */
  readonly prefixTokens: number;
  readonly previousTokens: number;
  /** US dollars of the calls whose price is known, without summaries: as they went, and if nothing had been compressed. */
  readonly dollars: number;
  readonly uncompressedDollars: number;
  /** Calls whose price is not known. */
  readonly unpricedCalls: number;
  /** Requests for summaries, their tokens, and what those whose price is known cost. */
  readonly summaryCalls: number;
  readonly summaryTokens: number;
  readonly summaryDollars: number;
  readonly unpricedSummaries: number;
  /** The newest compression; null before the first. */
  readonly last: LastCompression | null;
}

export interface LastCompression {
  /** Milliseconds since the epoch; null where that is not recorded. */
  readonly at: number | null;
  readonly strategy: Strategy;
  readonly savedTokens: number;
}

export const NO_STATISTICS: CompressionStatistics = {
  calls: 0,
  compressions: 0,
  decisions: 0,
  savedTokens: 0,
  inputTokens: 0,
  uncompressedTokens: 0,
  outputTokens: 0,
  prefixTokens: 0,
  previousTokens: 0,
  dollars: 0,
  uncompressedDollars: 0,
  unpricedCalls: 0,
  summaryCalls: 0,
  summaryTokens: 0,
  summaryDollars: 0,
  unpricedSummaries: 0,
  last: null,
};

type Sums = Omit<CompressionStatistics, 'last'>;

const SUMS = Object.keys(NO_STATISTICS).filter((key) => key !== 'last') as (keyof Sums)[];

/** The newer of both last compressions holds; of two without a time, the second. */
export function addStatistics(a: CompressionStatistics, b: CompressionStatistics): CompressionStatistics {
  return { ...combined(a, b, 1), last: newerOf(a.last, b.last) };
}

/** What has come since: added to `before`, it gives `now`. Sums are below 0 where something was undone since. */
export function statisticsSince(before: CompressionStatistics, now: CompressionStatistics): CompressionStatistics {
  return { ...combined(now, before, -1), last: now.last };
}

/** What the reference's own figures are made of. */
export type ReferenceSums = Pick<CompressionStatistics, 'calls' | 'compressions' | 'savedTokens'>;

/** Tokens one compression saved on average; whole, as in the reference. */
export function averageSavedTokens({ savedTokens, compressions }: ReferenceSums): number {
  return compressions === 0 ? 0 : Math.floor(savedTokens / compressions);
}

/** Share of the calls that compressed, 0 to 1. */
export function compressionRate({ compressions, calls }: ReferenceSums): number {
  return calls === 0 ? 0 : Math.min(1, compressions / calls);
}

/** The statistics as the reference's API gives them. */
export interface ReferenceStatistics {
  readonly enabled: boolean;
  readonly total_compressions: number;
  readonly tokens_saved: number;
  readonly average_savings: number;
  readonly compression_rate: number;
  /** ISO 8601 in UTC, whole seconds; null before the first. */
  readonly last_compression: string | null;
}

/** @param enabled whether proactive compression is on */
export function referenceStatistics(
  statistics: ReferenceSums & { readonly last: Pick<LastCompression, 'at'> | null },
  enabled: boolean,
): ReferenceStatistics {
  const { compressions, savedTokens, last } = statistics;
  return {
    enabled,
    total_compressions: compressions,
    tokens_saved: savedTokens,
    average_savings: averageSavedTokens(statistics),
    compression_rate: Math.round(compressionRate(statistics) * 10_000) / 10_000,
    last_compression: typeof last?.at === 'number' ? isoSeconds(last.at) : null,
  };
}

function isoSeconds(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

function combined(a: Sums, b: Sums, sign: 1 | -1): Sums {
  return Object.fromEntries(SUMS.map((key) => [key, a[key] + sign * b[key]])) as unknown as Sums;
}

function newerOf(a: LastCompression | null, b: LastCompression | null): LastCompression | null {
  if (a === null || b === null) return b ?? a;
  return (b.at ?? Number.POSITIVE_INFINITY) >= (a.at ?? Number.NEGATIVE_INFINITY) ? b : a;
}
