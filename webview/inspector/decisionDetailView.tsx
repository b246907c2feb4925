import type { VNode } from 'preact';
import type { DecisionDetail } from '../../src/protocol/inspectorDetail';
import type { DecisionRow } from '../../src/protocol/inspectorRows';
import { formatNumber } from '../ui/numbers';
import { strategyFate, strategyName } from '../ui/strategy';
import { t, tn } from '../ui/text';
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
        <p class="detail-kicker soft">{t('Decision · Layer {0} · {1}', layer, strategyName[strategy])}</p>
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
            {tn('Undo ({0} message)', 'Undo ({0} messages)', messageCount)}
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
      <dt>{t('Taken')}</dt>
      <dd>{call === null ? t('outside a call') : t('before call {0}', call + 1)}</dd>
      <dt>{t('Messages')}</dt>
      <dd class="number">
        {putBackCount === 0 ? formatNumber(messageCount) : t('{0}, {1} put back since', messageCount, putBackCount)}
      </dd>
      <dt>{t('Input')}</dt>
      <dd class="number">{tn('{1} → {0} token', '{1} → {0} tokens', tokensAfter, tokensBefore)}</dd>
      <dt>{t('Freed')}</dt>
      <dd class="number">{tn('{0} token', '{0} tokens', freedTokens)}</dd>
      {cache === null ? null : (
        <>
          <dt>{t('Cache')}</dt>
          <dd>
            {cacheWords(cache)}
            {money === null ? null : <span class="soft"> ({money})</span>}
            {discountWords(cache) === null ? null : <p class="soft">{discountWords(cache)}</p>}
          </dd>
        </>
      )}
      {undone ? (
        <>
          <dt>{t('State')}</dt>
          <dd>{t('undone')}</dd>
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
  const label = row.summary === null ? t('Facts beside the notice') : t('The summary');
  return (
    <div class="message-body">
      <h3>{label}</h3>
      <pre class="text-block decision-text" tabIndex={0} role="region" aria-label={label}>
        {visibleText(text.text)}
      </pre>
      {rest > 0 ? <p class="soft">{tn('{0} more character.', '{0} more characters.', rest)}</p> : null}
    </div>
  );
}
