/** What calls to models took: tokens as providers report them, and money at list prices. */

/** One request to a model; of a summary that took several, all of them. */
export interface CallUsage {
  readonly model: string;
  /** Cached tokens included. */
  readonly inputTokens: number;
  /** Of the input, what the provider had in its cache; null where it does not say. */
  readonly cachedInputTokens: number | null;
  /** Null where it was neither reported nor counted. */
  readonly outputTokens: number | null;
  /** US dollars; null where no price of the model, or not all of the tokens, are known. */
  readonly dollars: number | null;
  /** False: the provider said nothing, and the tokens are Strata's own count. */
  readonly reported: boolean;
}

/** Sums over calls. */
export interface UsageTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  /** Of the input, that of the calls whose provider says what it had in its cache. */
  readonly cacheToldTokens: number;
  readonly outputTokens: number;
  /** US dollars of the calls whose price is known. */
  readonly dollars: number;
  /** Calls whose price is not. */
  readonly unpricedCalls: number;
  /** Calls whose tokens are Strata's own count. */
  readonly countedCalls: number;
}

/** What a session took itself; not what the one took that it was forked from. */
export interface SessionUsage {
  readonly replies: UsageTotals;
  readonly summaries: UsageTotals;
  /** The newest reply. */
  readonly newest: CallUsage | null;
}

export const NO_USAGE: UsageTotals = {
  calls: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheToldTokens: 0,
  outputTokens: 0,
  dollars: 0,
  unpricedCalls: 0,
  countedCalls: 0,
};

export function addUsage(a: UsageTotals, b: UsageTotals): UsageTotals {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    cacheToldTokens: a.cacheToldTokens + b.cacheToldTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    dollars: a.dollars + b.dollars,
    unpricedCalls: a.unpricedCalls + b.unpricedCalls,
    countedCalls: a.countedCalls + b.countedCalls,
  };
}

/** Replies and summaries together. */
export function totalUsage({ replies, summaries }: SessionUsage): UsageTotals {
  return addUsage(replies, summaries);
}
