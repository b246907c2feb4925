import type { VNode } from 'preact';
import type { DecisionRow } from '../../src/protocol/inspector';
import { formatCount, formatNumber } from '../ui/numbers';
import { strategyFate, strategyName } from '../ui/strategy';
import { Button } from '../ui/toolkit';
import type { InspectorStore } from './inspectorStore';

interface DecisionDetailProps {
  readonly store: InspectorStore;
  readonly row: DecisionRow;
}

export function DecisionDetail({ store, row }: DecisionDetailProps): VNode {
  const { strategy, layer, title, call, messageCount, tokensBefore, tokensAfter, undone, id } = row;
  return (
    <div class={`detail-body fate-${strategyFate[strategy]}`}>
      <div class="detail-head">
        <p class="detail-kicker soft">
          Decision · Layer {layer} · {strategyName[strategy]}
        </p>
        <h2 class="detail-title">{title}</h2>
      </div>
      <dl class="facts">
        <dt>Taken</dt>
        <dd>{call === null ? 'outside a call' : `before call ${formatNumber(call)}`}</dd>
        <dt>Messages</dt>
        <dd class="number">{formatNumber(messageCount)}</dd>
        <dt>Input</dt>
        <dd class="number">
          {formatNumber(tokensBefore)} → {formatCount(tokensAfter, 'token')}
        </dd>
        <dt>Freed</dt>
        <dd class="number">{formatCount(tokensBefore - tokensAfter, 'token')}</dd>
        {undone ? (
          <>
            <dt>State</dt>
            <dd>undone</dd>
          </>
        ) : null}
      </dl>
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
    </div>
  );
}
