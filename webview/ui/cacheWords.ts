import type { CacheCost } from '../../src/protocol/preview';
import { formatCount, formatDollars } from './numbers';

/** `re-reads 3,120 tokens once, pays back after 2 calls`. */
export function cacheWords({ rereadTokens, paysBackAfterCalls }: CacheCost): string {
  if (rereadTokens === 0) return 're-reads nothing';
  const reread = `re-reads ${formatCount(rereadTokens, 'token')} once`;
  if (paysBackAfterCalls === null) return `${reread}, does not pay back`;
  if (paysBackAfterCalls === 0) return `${reread}, costs nothing more`;
  return `${reread}, pays back after ${formatCount(paysBackAfterCalls, 'call')}`;
}

/** Why it pays back later than the tokens alone would say; null where it does not. */
export function discountWords({ paysBackAfterCalls }: CacheCost): string | null {
  return paysBackAfterCalls === null || paysBackAfterCalls === 0
    ? null
    : 'What is re-read costs the full price; what is freed would have come from the cache, at its discount.';
}

/** `$0.0078 once, saves $0.0012 per call`; null where the prices are not known. */
export function moneyWords({ dollars }: CacheCost): string | null {
  if (dollars === null) return null;
  return `${formatDollars(dollars.reread)} once, saves ${formatDollars(dollars.savedPerCall)} per call`;
}
