import type { VNode } from 'preact';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import { countHint, countWords } from '../ui/countWords';
import { Gauge } from '../ui/gauge';
import { formatCount, formatNumber, formatShare, formatShort } from '../ui/numbers';
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
          <span class="visually-hidden">Context: </span>
          {formatShare(contextTokens / Math.max(1, window))}
        </h2>
        <p class="number">
          {formatNumber(contextTokens)} <span class="soft">of {formatNumber(window)} tokens</span>{' '}
          <span class="soft overview-method" title={countHint(snapshot)}>
            {countWords(snapshot)}
          </span>
        </p>
        <p class="soft overview-aside">
          {cachedPrefix === null ? null : (
            <span title="How much of these calls began exactly as the call before, so that the provider may have it in its cache">
              cached prefix <strong class="number">{formatShare(cachedPrefix.share)}</strong> of the last{' '}
              {formatCount(cachedPrefix.calls, 'call')}
              {cachedPrefix.unknownCalls === 0 ? '' : `, ${formatNumber(cachedPrefix.unknownCalls)} more unknown`}
            </span>
          )}
          {originalTokens > contextTokens ? (
            <span class="number">{formatNumber(originalTokens)} without compression</span>
          ) : null}
        </p>
      </div>
      <Gauge
        label="Context by content"
        parts={parts}
        window={window}
        reserve={reserve}
        thresholds={ownThresholds(snapshot)}
      />
      <ul class="legend" aria-label="Tokens by content">
        {parts.map((part) =>
          part.tokens > 0 ? (
            <li key={part.label} class="legend-entry" title={`${formatNumber(part.tokens)} tokens`}>
              <span class={`legend-swatch ${part.class}`} />
              {part.label} <span class="soft number">{formatShort(part.tokens)}</span>
            </li>
          ) : null,
        )}
        <li class="legend-entry" title={`${formatNumber(free)} tokens`}>
          <span class="legend-swatch legend-free" />
          free <span class="soft number">{formatShort(free)}</span>
        </li>
        <li class="legend-entry" title={`${formatNumber(reserve)} tokens, kept free for the reply`}>
          <span class="legend-swatch legend-reserve" />
          reserve <span class="soft number">{formatShort(reserve)}</span>
        </li>
      </ul>
    </section>
  );
}
