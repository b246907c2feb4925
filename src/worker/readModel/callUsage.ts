import type { Usage } from '../../engine/message';
import { type ModelPrices, priceOfCall } from '../../models/modelPrices';
import type { CallUsage } from '../../protocol/usage';

/** Who answered, and at what price. */
export interface Biller {
  readonly model: string;
  /** Null where they are not known. */
  readonly prices: ModelPrices | null;
}

/**
 * What a call took as its provider says.
 *
 * @param requests that share the tokens: some prices depend on the length of one
 */
export function reportedUsage(usage: Usage, { model, prices }: Biller, requests = 1): CallUsage {
  const inputTokens = amountOf(usage.inputTokens);
  const outputTokens = amountOf(usage.outputTokens);
  const { cachedInputTokens: cached } = usage;
  // No more can come from the cache than was sent.
  const cachedInputTokens = cached === undefined ? null : Math.min(inputTokens, amountOf(cached));
  const count = Math.max(1, requests);
  const each = {
    inputTokens: inputTokens / count,
    cachedInputTokens: (cachedInputTokens ?? 0) / count,
    outputTokens: outputTokens / count,
  };
  const dollars = prices === null ? null : priceOfCall(prices, each) * count;
  return { model, inputTokens, cachedInputTokens, outputTokens, dollars, reported: true };
}

/** What a call took as far as it can be counted, where the provider says nothing. */
export function countedUsage(
  tokens: { readonly inputTokens: number; readonly outputTokens: number | null },
  { model, prices }: Biller,
): CallUsage {
  const inputTokens = amountOf(tokens.inputTokens);
  const outputTokens = tokens.outputTokens === null ? null : amountOf(tokens.outputTokens);
  const dollars = prices === null || outputTokens === null ? null : priceOfCall(prices, { inputTokens, outputTokens });
  return { model, inputTokens, cachedInputTokens: null, outputTokens, dollars, reported: false };
}

/** A file may hold anything. */
function amountOf(tokens: number): number {
  return Number.isFinite(tokens) ? Math.max(0, tokens) : 0;
}
