import type { VNode } from 'preact';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import { countHint, countWords } from '../ui/countWords';
import { Gauge } from '../ui/gauge';
import { formatNumber, formatShare, formatShort } from '../ui/numbers';
import { rich } from '../ui/rich';
import { t, tn } from '../ui/text';
import { compositionOrder } from './composition';
import { ownThresholds } from './ownThresholds';
import './overview.css';

/** How full the context is, and of what. */
export function Overview({ snapshot }: { readonly snapshot: InspectorSnapshot }): VNode {
  const { composition, window, reserve, contextTokens, originalTokens, cachedPrefix } = snapshot;
  const free = Math.max(0, window - reserve - contextTokens);
  const parts = compositionOrder.map(({ key, label }) => ({ label, tokens: composition[key], class: `part-${key}` }));
  return (
    <section class="overview" aria-labelledby="overview-title">
      <div class="overview-head">
        <h2 class="overview-number number" id="overview-title">
          <span class="visually-hidden">{t('Context:')} </span>
          {formatShare(contextTokens / Math.max(1, window))}
        </h2>
        <p class="number">
          {formatNumber(contextTokens)} <span class="soft">{t('of {0} tokens', window)}</span>{' '}
          <span class="soft overview-method" title={countHint(snapshot)}>
            {countWords(snapshot)}
          </span>
        </p>
        <p class="soft overview-aside">
          {cachedPrefix === null ? null : (
            <span
              title={t(
                'How much of these calls began exactly as the call before, so that the provider may have it in its cache',
              )}
            >
              {rich(
                'cached prefix {0} of the last {1}',
                <strong class="number">{formatShare(cachedPrefix.share)}</strong>,
                tn('{0} call', '{0} calls', cachedPrefix.calls),
              )}
              {cachedPrefix.unknownCalls === 0 ? '' : t(', {0} more unknown', cachedPrefix.unknownCalls)}
            </span>
          )}
          {originalTokens > contextTokens ? (
            <span class="number">{t('{0} without compression', originalTokens)}</span>
          ) : null}
        </p>
      </div>
      <Gauge
        label={t('Context by content')}
        parts={parts}
        window={window}
        reserve={reserve}
        thresholds={ownThresholds(snapshot)}
      />
      <ul class="legend" aria-label={t('Tokens by content')}>
        {parts.map((part) =>
          part.tokens > 0 ? (
            <li key={part.label} class="legend-entry" title={tn('{0} token', '{0} tokens', part.tokens)}>
              <span class={`legend-swatch ${part.class}`} />
              {part.label} <span class="soft number">{formatShort(part.tokens)}</span>
            </li>
          ) : null,
        )}
        <li class="legend-entry" title={tn('{0} token', '{0} tokens', free)}>
          <span class="legend-swatch legend-free" />
          {t('free')} <span class="soft number">{formatShort(free)}</span>
        </li>
        <li class="legend-entry" title={t('{0} tokens, kept free for the reply', reserve)}>
          <span class="legend-swatch legend-reserve" />
          {t('reserve')} <span class="soft number">{formatShort(reserve)}</span>
        </li>
      </ul>
    </section>
  );
}
