import type { CacheEffect, Decision } from '../../engine/decision';
import type { ModelPrices, TokenPrices } from '../../models/modelPrices';
import type { CacheCost } from '../../protocol/preview';

/** What cached input costs of other input where prices are not known: a tenth, as most providers ask. */
const UNKNOWN_CACHED_SHARE = 0.1;

/** Tokens that a price is for. */
const PRICED_TOKENS = 1_000_000;

/**
 * What a decision does to the provider's prompt cache. The next call reads tokens anew that would have been cached; each
 * later call saves tokens that would have been read from the cache.
 *
 * @param prices null where they are not known
 * @param inputTokens of the whole input, as some models cost more beyond a length
 */
export function cacheCost(effect: CacheEffect, prices: ModelPrices | null, inputTokens: number): CacheCost {
  const { rereadTokens, savedTokens } = effect;
  const rates = prices === null ? null : ratesAt(prices, inputTokens);
  const cachedShare = rates === null || rates.input <= 0 ? UNKNOWN_CACHED_SHARE : rates.cachedInput / rates.input;
  const saved = savedTokens * cachedShare;
  return {
    rereadTokens,
    savedTokens,
    paysBackAfterCalls: saved > 0 ? Math.ceil((rereadTokens * (1 - cachedShare)) / saved) : null,
    dollars:
      // Where nothing is paid nothing can be saved.
      rates === null || rates.input <= 0
        ? null
        : {
            reread: (rereadTokens * (rates.input - rates.cachedInput)) / PRICED_TOKENS,
            savedPerCall: (savedTokens * rates.cachedInput) / PRICED_TOKENS,
          },
  };
}

/**
 * Several decisions, taken one after another before one call, as one: the call reads anew from the first change on.
 * Null where the effect of one of them is not known.
 */
export function joinedEffect(decisions: readonly Decision[]): CacheEffect | null {
  const [first, last] = [decisions[0], decisions.at(-1)];
  const unchanged = unchangedTokens(decisions);
  if (first === undefined || last === undefined || unchanged === null) return null;
  return {
    rereadTokens: Math.max(0, last.tokensAfter - unchanged),
    savedTokens: first.tokensBefore - last.tokensAfter,
  };
}

/** Tokens at the start of the input that all these decisions left as they were; null where one does not say. */
export function unchangedTokens(decisions: readonly Decision[]): number | null {
  let unchanged = Number.POSITIVE_INFINITY;
  for (const { cache, tokensAfter } of decisions) {
    if (cache === undefined) return null;
    unchanged = Math.min(unchanged, Math.max(0, tokensAfter - cache.rereadTokens));
  }
  return unchanged;
}

function ratesAt(prices: ModelPrices, inputTokens: number): TokenPrices {
  return prices.long !== null && inputTokens > prices.long.aboveInputTokens ? prices.long : prices;
}
