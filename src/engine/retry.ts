import { planDownTo } from './cascade';
import type { CascadeOptions, CascadeResult } from './cascade';
import type { ContextLedger } from './ledger';
import { inputLimit, limitsFor } from './settings';
import type { ContextLimits } from './settings';

/** A refused call is tried again at most this often. Reference: up to five times. */
export const MAXIMUM_RETRIES = 5;

/** Share of the input limit each retry aims at: each smaller than the one before. */
const TARGET_SHARES = [0.85, 0.7, 0.55, 0.4, 0.25] as const;

export interface Overflow {
  /** From 1. */
  readonly attempt: number;
  /** The window the provider named, tokens. */
  readonly windowTokens: number | null;
  /** The size of the refused input by the provider's count, tokens. */
  readonly inputTokens: number | null;
}

export type RetryStrategy =
  | { readonly kind: 'compact'; readonly limits: ContextLimits; readonly targetTokens: number }
  | { readonly kind: 'giveUp' };

/** What to do about a call that the provider refused because its context was too long. */
export function getRetryStrategy(overflow: Overflow, limits: ContextLimits, countedTokens: number): RetryStrategy {
  const share = TARGET_SHARES[overflow.attempt - 1];
  if (share === undefined || overflow.attempt > MAXIMUM_RETRIES) return { kind: 'giveUp' };
  const known = overflow.windowTokens === null ? limits : limitsFor(overflow.windowTokens, limits.reserve);
  // Where the provider counts more than we do, our own count has to come down by the same factor.
  const factor = Math.max(1, (overflow.inputTokens ?? 0) / Math.max(1, countedTokens));
  const fromLimit = (inputLimit(known) / factor) * share;
  // The input was refused as it stood, so the target is below it also where the limits seem to allow it.
  return { kind: 'compact', limits: known, targetTokens: Math.floor(Math.min(fromLimit, countedTokens * 0.95)) };
}

/**
 * Layer 2 for one retry, and what makes the context fit. With `canSummarize` Layer 3 is asked for before habit gives way: the
 * caller takes the summary, then plans again without.
 */
export function planOverflow(
  ledger: ContextLedger,
  options: CascadeOptions,
  overflow: Overflow,
  canSummarize = false,
): CascadeResult {
  const strategy = getRetryStrategy(overflow, options.limits, ledger.totalTokens);
  if (strategy.kind === 'giveUp') return { decisions: [], tooLarge: null, summary: null };
  const { limits, targetTokens } = strategy;
  return planDownTo(ledger, { ...options, limits }, targetTokens, canSummarize);
}
