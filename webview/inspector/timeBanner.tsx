import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { DecisionRow } from '../../src/protocol/inspectorRows';
import type { CallChange } from '../../src/protocol/seenFacts';
import { announce } from '../ui/announcer';
import { fateOrder } from '../ui/fate';
import { FateBadge } from '../ui/fateBadge';
import { Icon } from '../ui/icon';
import { formatNumber, formatShare, formatShort } from '../ui/numbers';
import { strategyGlyph, strategyName } from '../ui/strategy';
import { t, tn } from '../ui/text';
import { Button } from '../ui/toolkit';
import type { InspectorStore } from './inspectorStore';
import { callOf, type Seen } from './timeTravel';

/** Says that what is shown is how it was at a call, and what became another since the call before. */
export function TimeBanner({ store }: { readonly store: InspectorStore }): VNode | null {
  const seen = store.time.seen.value;
  const words = seen === null ? t('The context as it is now') : seenWords(seen);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) announce(words);
    isFirst.current = false;
  }, [words]);
  if (seen === null) return null;
  const call = callOf(seen.perspective) ?? 0;
  return (
    <section class="banner banner-info time-banner" aria-label={t('As of call {0}', call + 1)}>
      <strong class="time-banner-title">
        <Icon name="history" />
        {t('As of call {0} of {1}', call + 1, store.now.value?.callCount ?? 0)}
      </strong>
      <Changes store={store} change={seen.change} tokens={seen.facts.contextTokens} />
      {seen.facts.kind === 'live' ? <span>{t('To pin, put back, undo or compact, go back to now.')}</span> : null}
      <span class="banner-end">
        <Button
          onClick={() => {
            store.time.go(null);
          }}
        >
          {t('Back to now')}
        </Button>
      </span>
    </section>
  );
}

interface ChangesProps {
  readonly store: InspectorStore;
  readonly change: CallChange;
  /** Of the whole input then. */
  readonly tokens: number;
}

function Changes({ store, change, tokens }: ChangesProps): VNode {
  const { firstNew, newMessages, previousTokens, cachedShare, decisions, decisionCount, changedFates } = change;
  const more = decisionCount - decisions.length;
  return (
    <ul class="time-changes" aria-label={t('Since the call before')}>
      <li class="number">{tokensWords(previousTokens, tokens)}</li>
      {newMessages === 0 ? null : (
        <li>
          <button
            type="button"
            class="plain-button link-button"
            onClick={() => {
              void store.reveal(firstNew);
            }}
          >
            {tn('{0} new message', '{0} new messages', newMessages)}
          </button>
        </li>
      )}
      {decisions.map((decision) => (
        <li key={decision.id}>
          <button
            type="button"
            class="plain-button link-button"
            title={decision.title}
            onClick={() => {
              void store.showDecision(decision.id);
            }}
          >
            {decisionWords(decision)}
          </button>
        </li>
      ))}
      {more > 0 ? <li>{tn('{0} more decision', '{0} more decisions', more)}</li> : null}
      {fateOrder.map((fate) =>
        changedFates[fate] === 0 ? null : (
          <li key={fate} class="time-change" title={t('Messages whose fate changed since the call before')}>
            <span class="number">{formatNumber(changedFates[fate])} ×</span> <FateBadge fate={fate} />
          </li>
        ),
      )}
      {cachedShare === null ? null : <li>{t('{0} of the prefix unchanged', formatShare(cachedShare))}</li>}
    </ul>
  );
}

function decisionWords({ strategy, messageCount, tokensBefore, tokensAfter }: DecisionRow): string {
  const what = `${strategyGlyph[strategy]} ${strategyName[strategy]}`;
  const messages = tn('{0} message', '{0} messages', messageCount);
  return `${what}: ${messages}, −${formatShort(tokensBefore - tokensAfter)}`;
}

function tokensWords(before: number | null, after: number): string {
  if (before === null) return tn('{0} token, the first call', '{0} tokens, the first call', after);
  const difference = after - before;
  const sign = difference < 0 ? '−' : difference > 0 ? '+' : '±';
  return t(
    '{0} → {1} tokens ({2})',
    formatNumber(before),
    formatNumber(after),
    `${sign}${formatNumber(Math.abs(difference))}`,
  );
}

function seenWords({ perspective, facts, change }: Seen): string {
  const call = (callOf(perspective) ?? 0) + 1;
  const parts = [
    t('As of call {0}', call),
    tokensWords(change.previousTokens, facts.contextTokens),
    tn('{0} new message', '{0} new messages', change.newMessages),
    ...change.decisions.map(decisionWords),
  ];
  return parts.join('. ');
}
