import type { VNode } from 'preact';
import type { TurnRow } from '../../src/protocol/inspectorRows';
import { formatNumber } from '../ui/numbers';
import { t, tn } from '../ui/text';

export function TurnDetail({ row }: { readonly row: TurnRow }): VNode {
  const { turn, title, messageCount, tokensOriginal, tokensInContext } = row;
  return (
    <div class="detail-body">
      <div class="detail-head">
        <p class="detail-kicker soft">{t('Turn {0}', turn)}</p>
        <h2 class="detail-title">{title}</h2>
      </div>
      <dl class="facts">
        <dt>{t('Messages')}</dt>
        <dd class="number">{formatNumber(messageCount)}</dd>
        <dt>{t('Original')}</dt>
        <dd class="number">{tn('{0} token', '{0} tokens', tokensOriginal)}</dd>
        <dt>{t('In context')}</dt>
        <dd class="number">{tn('{0} token', '{0} tokens', tokensInContext)}</dd>
      </dl>
    </div>
  );
}
