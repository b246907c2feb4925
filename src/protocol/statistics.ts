import type { Strategy } from './terms';

/**
 * What compression did, in sums that can be added up over sessions. Decisions taken before the same call count as one
 * compression.
 */
export interface CompressionStatistics {
  readonly calls: number;
  readonly compressions: number;
  readonly decisions: number;
  /** Tokens the decisions made the input shorter, each when it was taken. */
  readonly savedTokens: number;
  /** Tokens that the calls sent, and that they would have sent if nothing had been compressed. */
  readonly inputTokens: number;
  readonly uncompressedTokens: number;
  readonly outputTokens: number;
  /** Tokens at the start of calls that stood there in the call before, and tokens of those calls before. */
  readonly prefixTokens: number;
  readonly previousTokens: number;
  /** US dollars of the calls whose price is known, without summaries: as they went, and if nothing had been compressed. */
  readonly dollars: number;
  readonly uncompressedDollars: number;
  readonly unpricedCalls: number;
  readonly summaryCalls: number;
  readonly summaryTokens: number;
  readonly summaryDollars: number;
  readonly unpricedSummaries: number;
  /** The newest compression; null before the first. */
  readonly last: {
    /** Milliseconds since the epoch; null where that is not recorded. */
    readonly at: number | null;
    readonly strategy: Strategy;
    readonly savedTokens: number;
  } | null;
}

/** The sums over all sessions of the chat, since they were last set to zero. */
export interface OverallStatistics {
  readonly statistics: CompressionStatistics;
  /** Milliseconds since the epoch; null: since the first session. */
  readonly since: number | null;
}

export interface StatisticsFacts {
  /** The session that shows. */
  readonly session: CompressionStatistics;
  readonly overall: OverallStatistics;
}
