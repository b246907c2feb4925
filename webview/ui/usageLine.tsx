import type { VNode } from 'preact';
import { type SessionUsage, totalUsage, type UsageTotals } from '../../src/protocol/usage';
import { formatNumber } from './numbers';
import { t } from './text';
import { callHint, callWords, cachedWords, moneyOf, totalsNotes, totalsWords } from './usageWords';
import './usageLine.css';

/** What the session took so far, in a line that opens to a table. Nothing before the first call. */
export function UsageLine({ usage }: { readonly usage: SessionUsage }): VNode | null {
  const total = totalUsage(usage);
  if (total.calls === 0) return null;
  const notes = totalsNotes(total);
  return (
    <details class="usage">
      <summary class="usage-line soft" title={notes.join(' ')}>
        <span class="visually-hidden">{t('Usage:')} </span>
        <span class="usage-words">{totalsWords(total)}</span>
      </summary>
      <UsageTable usage={usage} total={total} />
      {notes.map((note) => (
        <p key={note} class="usage-note soft">
          {note}
        </p>
      ))}
    </details>
  );
}

function UsageTable({ usage, total }: { readonly usage: SessionUsage; readonly total: UsageTotals }): VNode {
  const { replies, summaries, newest } = usage;
  return (
    <>
      <table class="usage-table">
        <caption class="visually-hidden">{t('Tokens and money of this session')}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('Calls')}</th>
            <th scope="col">{t('In')}</th>
            <th scope="col">{t('Out')}</th>
            <th scope="col">{t('Price')}</th>
          </tr>
        </thead>
        <tbody>
          <TotalsRow name={t('Replies')} totals={replies} />
          {summaries.calls === 0 ? null : <TotalsRow name={t('Summaries')} totals={summaries} />}
          {summaries.calls === 0 ? null : <TotalsRow name={t('Total')} totals={total} isSum />}
        </tbody>
      </table>
      {newest === null ? null : (
        <p class="usage-note" title={callHint(newest)}>
          <span class="soft">{t('Newest call:')}</span> {callWords(newest)}
        </p>
      )}
    </>
  );
}

interface TotalsRowProps {
  readonly name: string;
  readonly totals: UsageTotals;
  readonly isSum?: boolean;
}

function TotalsRow({ name, totals, isSum = false }: TotalsRowProps): VNode {
  const about = totals.countedCalls > 0 ? '~' : '';
  const cached = cachedWords(totals);
  return (
    <tr class={isSum ? 'usage-sum' : ''}>
      <th scope="row">{name}</th>
      <td>{formatNumber(totals.calls)}</td>
      <td>
        {about}
        {formatNumber(totals.inputTokens)}
        {cached === null ? null : <span class="usage-cached soft">{cached}</span>}
      </td>
      <td>
        {about}
        {formatNumber(totals.outputTokens)}
      </td>
      <td>{moneyOf(totals)}</td>
    </tr>
  );
}
