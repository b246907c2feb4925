import type { CallUsage, UsageTotals } from '../../src/protocol/usage';
import { formatDollars, formatNumber, formatShare, formatShort } from './numbers';
import { t, tn } from './text';

/** `12 calls · 184K in (71% cached) · 9.2K out · $0.42`. What is Strata's own count has a `~`. */
export function totalsWords(totals: UsageTotals): string {
  const { calls, inputTokens, outputTokens } = totals;
  const about = totals.countedCalls > 0 ? '~' : '';
  const cached = cachedWords(totals);
  const input = `${about}${formatShort(inputTokens)}`;
  return [
    tn('{0} call', '{0} calls', calls),
    cached === null ? t('{0} in', input) : t('{0} in ({1})', input, cached),
    t('{0} out', `${about}${formatShort(outputTokens)}`),
    moneyOf(totals),
  ].join(' · ');
}

/** `71% cached`, of the input of the calls that say so; null where none does. */
export function cachedWords({ cachedInputTokens, cacheToldTokens }: UsageTotals): string | null {
  return cacheToldTokens === 0 ? null : t('{0} cached', formatShare(cachedInputTokens / cacheToldTokens));
}

/** `$0.42`, `at least $0.42` where the price of some calls is not known, `price unknown` where that of none is. */
export function moneyOf({ calls, dollars, unpricedCalls, countedCalls }: UsageTotals): string {
  if (calls > 0 && unpricedCalls === calls) return t('price unknown');
  const money = `${countedCalls > 0 ? '~' : ''}${formatDollars(dollars)}`;
  return unpricedCalls > 0 ? t('at least {0}', money) : money;
}

/** What the sums rest on, a sentence each. */
export function totalsNotes({ calls, countedCalls, unpricedCalls, dollars }: UsageTotals): readonly string[] {
  const notes: string[] = [];
  if (countedCalls > 0) {
    notes.push(
      countedCalls === calls
        ? t('The provider reported no tokens for any call; what Strata counted in their place is marked ~.')
        : tn(
            'The provider reported no tokens for {1} of {0} call; what Strata counted in their place is marked ~.',
            'The provider reported no tokens for {1} of {0} calls; what Strata counted in their place is marked ~.',
            calls,
            countedCalls,
          ),
    );
  }
  if (unpricedCalls > 0) {
    notes.push(
      tn(
        'The price of {0} call is not known; strata.model.overrides can name the price of a model.',
        'The price of {0} calls is not known; strata.model.overrides can name the price of a model.',
        unpricedCalls,
      ),
    );
  }
  if (dollars > 0) notes.push(t('At list prices, in US dollars.'));
  return notes;
}

/** `in 18.2K, 92% cached, out 410, $0.012`. */
export function callWords(usage: CallUsage): string {
  const { inputTokens, cachedInputTokens, outputTokens, dollars, reported } = usage;
  const about = reported ? '' : '~';
  return [
    t('in {0}', `${about}${formatShort(inputTokens)}`),
    cachedInputTokens === null || inputTokens === 0
      ? ''
      : t('{0} cached', formatShare(cachedInputTokens / inputTokens)),
    outputTokens === null ? '' : t('out {0}', `${about}${formatShort(outputTokens)}`),
    dollars === null ? '' : `${about}${formatDollars(dollars)}`,
    dollars === null && outputTokens !== null ? t('price unknown') : '',
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
  const about = (words: string): string => (reported ? words : t('about {0}', words));
  const input = about(formatNumber(inputTokens));
  const tokens = [
    cachedInputTokens === null
      ? t('{0} tokens in', input)
      : t('{0} tokens in, {1} of them cached', input, cachedInputTokens),
    outputTokens === null ? t('out not reported') : t('{0} out', about(formatNumber(outputTokens))),
    dollars === null ? t('price unknown') : t('{0} at list price', about(formatDollars(dollars))),
  ].join('; ');
  const method = reported ? t('Reported by the provider.') : t('The provider reported nothing; counted by Strata.');
  return `${model === '' ? '' : `${model}: `}${tokens}. ${method}`;
}
