import type { CacheCost } from '../../src/protocol/preview';
import { formatDollars } from './numbers';
import { t, tn } from './text';

/** `re-reads 3,120 tokens once, pays back after 2 calls`. */
export function cacheWords({ rereadTokens, paysBackAfterCalls }: CacheCost): string {
  if (rereadTokens === 0) return t('re-reads nothing');
  const reread = tn('re-reads {0} token once', 're-reads {0} tokens once', rereadTokens);
  if (paysBackAfterCalls === null) return t('{0}, does not pay back', reread);
  if (paysBackAfterCalls === 0) return t('{0}, costs nothing more', reread);
  return tn('{1}, pays back after {0} call', '{1}, pays back after {0} calls', paysBackAfterCalls, reread);
}

/** Why it pays back later than the tokens alone would say; null where it does not. */
export function discountWords({ paysBackAfterCalls }: CacheCost): string | null {
  return paysBackAfterCalls === null || paysBackAfterCalls === 0
    ? null
    : t('What is re-read costs the full price; what is freed would have come from the cache, at its discount.');
}

/** `$0.0078 once, saves $0.0012 per call`; null where the prices are not known. */
export function moneyWords({ dollars }: CacheCost): string | null {
  if (dollars === null) return null;
  return t('{0} once, saves {1} per call', formatDollars(dollars.reread), formatDollars(dollars.savedPerCall));
}
