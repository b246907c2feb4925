import type { DataPrices, FourPrices } from './modelData';

/** US dollars for a million tokens of each kind. */
export interface TokenPrices {
  readonly input: number;
  /** Input that the provider had in its cache. What is not known to be cheaper costs what other input does. */
  readonly cachedInput: number;
  /** Input that the provider puts into its cache. What is not known to be dearer costs what other input does. */
  readonly cacheWrite: number;
  readonly output: number;
}

/** The list prices of a model, without discounts, taxes and the fees of those in between. */
export interface ModelPrices extends TokenPrices {
  /** What a whole request costs once its input is longer than this many tokens; null where length changes nothing. */
  readonly long: (TokenPrices & { readonly aboveInputTokens: number }) | null;
}

/** Tokens of one call. `inputTokens` includes the cached and the written ones. */
export interface PricedTokens {
  readonly inputTokens: number;
  readonly cachedInputTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly outputTokens: number;
}

/** Tokens that a price is for. */
const PRICED_TOKENS = 1_000_000;

/** What a call costs at list prices, in US dollars. */
export function priceOfCall(prices: ModelPrices, tokens: PricedTokens): number {
  const { inputTokens, cachedInputTokens = 0, cacheWriteTokens = 0, outputTokens } = tokens;
  const { long } = prices;
  const { input, cachedInput, cacheWrite, output } =
    long !== null && inputTokens > long.aboveInputTokens ? long : prices;
  const plainTokens = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens);
  const parts =
    plainTokens * input + cachedInputTokens * cachedInput + cacheWriteTokens * cacheWrite + outputTokens * output;
  return parts / PRICED_TOKENS;
}

/** Prices as the data has them, with its gaps filled. */
export function modelPrices({ base, long }: DataPrices): ModelPrices {
  if (long === undefined) return { ...tokenPrices(base), long: null };
  const [aboveInputTokens, ...above] = long;
  return { ...tokenPrices(base), long: { ...tokenPrices(above), aboveInputTokens } };
}

function tokenPrices([input, cachedInput, cacheWrite, output]: FourPrices): TokenPrices {
  return { input, cachedInput: cachedInput ?? input, cacheWrite: cacheWrite ?? input, output };
}
