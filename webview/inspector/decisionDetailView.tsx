import type { VNode } from 'preact';
import type { DecisionDetail } from '../../src/protocol/inspectorDetail';
import type { DecisionRow } from '../../src/protocol/inspectorRows';
import { formatCount, formatNumber } from '../ui/numbers';
import { strategyFate, strategyName } from '../ui/strategy';
import { Button } from '../ui/toolkit';
import { visibleText } from '../ui/visibleControls';
import { cacheWords, discountWords, moneyWords } from '../ui/cacheWords';
import { CoveredMessages } from './coveredMessages';
import type { InspectorStore } from './inspectorStore';
import { SummaryReport } from './summaryReport';

interface DecisionDetailViewProps {
  readonly store: InspectorStore;
  readonly row: DecisionRow;
  /** Null until it has come. */
  readonly detail: DecisionDetail | null;
}

export function DecisionDetailView({ store, row, detail }: DecisionDetailViewProps): VNode {
  const { strategy, layer, title, messageCount, undone, id, summary } = row;
  return (
    <div class={`detail-body fate-${strategyFate[strategy]}`}>
      <div class="detail-head">
        <p class="detail-kicker soft">
          Decision · Layer {layer} · {strategyName[strategy]}
        </p>
        <h2 class="detail-title">{title}</h2>
      </div>
      <DecisionFacts row={row} />
      {store.live.value && !undone ? (
        <div class="detail-actions">
          <Button
            onClick={() => {
              store.run(store.api.undo({ decisionId: id }));
            }}
          >
            Undo ({formatCount(messageCount, 'message')})
          </Button>
        </div>
      ) : null}
      {summary === null ? null : <SummaryReport summary={summary} usage={detail?.usage ?? null} />}
      {detail === null ? null : <DecisionText detail={detail} />}
      {detail === null ? null : <CoveredMessages store={store} detail={detail} />}
    </div>
  );
}

function DecisionFacts({ row }: { readonly row: DecisionRow }): VNode {
  const { call, messageCount, putBackCount, tokensBefore, tokensAfter, freedTokens, undone, cache } = row;
  const money = cache === null ? null : moneyWords(cache);
  return (
    <dl class="facts">
      <dt>Taken</dt>
      <dd>{call === null ? 'outside a call' : `before call ${formatNumber(call + 1)}`}</dd>
      <dt>Messages</dt>
      <dd class="number">
        {formatNumber(messageCount)}
        {putBackCount === 0 ? null : `, ${formatNumber(putBackCount)} put back since`}
      </dd>
      <dt>Input</dt>
      <dd class="number">
        {formatNumber(tokensBefore)} → {formatCount(tokensAfter, 'token')}
      </dd>
      <dt>Freed</dt>
      <dd class="number">{formatCount(freedTokens, 'token')}</dd>
      {cache === null ? null : (
        <>
          <dt>Cache</dt>
          <dd>
            {cacheWords(cache)}
            {money === null ? null : <span class="soft"> ({money})</span>}
            {discountWords(cache) === null ? null : <p class="soft">{discountWords(cache)}</p>}
          </dd>
        </>
      )}
      {undone ? (
        <>
          <dt>State</dt>
          <dd>undone</dd>
        </>
      ) : null}
    </dl>
  );
}

/** The summary it wrote, or the facts it kept. */
function DecisionText({ detail }: { readonly detail: DecisionDetail }): VNode | null {
  const { text, row } = detail;
  if (text === null) return null;
  const rest = text.length - text.text.length;
  const label = row.summary === null ? 'Facts beside the notice' : 'The summary';
  return (
    <div class="message-body">
      <h3>{label}</h3>
      <pre class="text-block decision-text" tabIndex={0} role="region" aria-label={label}>
        {visibleText(text.text)}
      </pre>
      {rest > 0 ? <p class="soft">{formatNumber(rest)} more characters.</p> : null}
    </div>
  );
}
