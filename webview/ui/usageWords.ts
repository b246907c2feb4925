import type { CallUsage, UsageTotals } from '../../src/protocol/usage';
import { formatCount, formatDollars, formatNumber, formatShare, formatShort } from './numbers';

/** `12 calls · 184K in (71% cached) · 9.2K out · $0.42`. What is Strata's own count has a `~`. */
export function totalsWords(totals: UsageTotals): string {
  const { calls, inputTokens, outputTokens } = totals;
  const about = totals.countedCalls > 0 ? '~' : '';
  const cached = cachedWords(totals);
  return [
    formatCount(calls, 'call'),
    `${about}${formatShort(inputTokens)} in${cached === null ? '' : ` (${cached})`}`,
    `${about}${formatShort(outputTokens)} out`,
    moneyOf(totals),
  ].join(' · ');
}

/** `71% cached`, of the input of the calls that say so; null where none does. */
export function cachedWords({ cachedInputTokens, cacheToldTokens }: UsageTotals): string | null {
  return cacheToldTokens === 0 ? null : `${formatShare(cachedInputTokens / cacheToldTokens)} cached`;
}

/** `$0.42`, `at least $0.42` where the price of some calls is not known, `price unknown` where that of none is. */
export function moneyOf({ calls, dollars, unpricedCalls, countedCalls }: UsageTotals): string {
  if (calls > 0 && unpricedCalls === calls) return 'price unknown';
  const money = `${countedCalls > 0 ? '~' : ''}${formatDollars(dollars)}`;
  return unpricedCalls > 0 ? `at least ${money}` : money;
}

/** What the sums rest on, a sentence each. */
export function totalsNotes({ calls, countedCalls, unpricedCalls, dollars }: UsageTotals): readonly string[] {
  const notes: string[] = [];
  if (countedCalls > 0) {
    const which =
      countedCalls === calls ? 'any call' : `${formatNumber(countedCalls)} of ${formatCount(calls, 'call')}`;
    notes.push(`The provider reported no tokens for ${which}; what Strata counted in their place is marked ~.`);
  }
  if (unpricedCalls > 0) {
    notes.push(
      `The price of ${formatCount(unpricedCalls, 'call')} is not known; strata.model.overrides can name the price of a model.`,
    );
  }
  if (dollars > 0) notes.push('At list prices, in US dollars.');
  return notes;
}

/** `in 18.2K, 92% cached, out 410, $0.012`. */
export function callWords(usage: CallUsage): string {
  const { inputTokens, cachedInputTokens, outputTokens, dollars, reported } = usage;
  const about = reported ? '' : '~';
  return [
    `in ${about}${formatShort(inputTokens)}`,
    cachedInputTokens === null || inputTokens === 0 ? '' : `${formatShare(cachedInputTokens / inputTokens)} cached`,
    outputTokens === null ? '' : `out ${about}${formatShort(outputTokens)}`,
    dollars === null ? '' : `${about}${formatDollars(dollars)}`,
    dollars === null && outputTokens !== null ? 'price unknown' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** The same in whole numbers, with the model and how the numbers were got. */
export function callHint({
  model,
  inputTokens,
  cachedInputTokens,
  outputTokens,
  dollars,
  reported,
}: CallUsage): string {
  const about = reported ? '' : 'about ';
  const cached = cachedInputTokens === null ? '' : `, ${formatNumber(cachedInputTokens)} of them cached`;
  const out = outputTokens === null ? 'out not reported' : `${about}${formatNumber(outputTokens)} out`;
  const money = dollars === null ? 'price unknown' : `${about}${formatDollars(dollars)} at list price`;
  const method = reported ? 'Reported by the provider.' : 'The provider reported nothing; counted by Strata.';
  const tokens = `${about}${formatNumber(inputTokens)} tokens in${cached}; ${out}; ${money}.`;
  return `${model === '' ? '' : `${model}: `}${tokens} ${method}`;
}
