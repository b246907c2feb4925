import type { VNode } from 'preact';
import type { TurnRow } from '../../src/protocol/inspectorRows';
import { formatCount, formatNumber } from '../ui/numbers';

export function TurnDetail({ row }: { readonly row: TurnRow }): VNode {
  const { turn, title, messageCount, tokensOriginal, tokensInContext } = row;
  return (
    <div class="detail-body">
      <div class="detail-head">
        <p class="detail-kicker soft">Turn {formatNumber(turn)}</p>
        <h2 class="detail-title">{title}</h2>
      </div>
      <dl class="facts">
        <dt>Messages</dt>
        <dd class="number">{formatNumber(messageCount)}</dd>
        <dt>Original</dt>
        <dd class="number">{formatCount(tokensOriginal, 'token')}</dd>
        <dt>In context</dt>
        <dd class="number">{formatCount(tokensInContext, 'token')}</dd>
      </dl>
    </div>
  );
}
