import type { VNode } from 'preact';
import type { ChatItem } from '../../src/protocol/chat';
import { Icon } from '../ui/icon';
import { faultSentences, levelWords, survivalWords } from '../ui/summaryWords';
import { t, tn } from '../ui/text';
import { visibleText } from '../ui/visibleControls';
import type { ChatActions } from './chatActions';

interface DecisionItemProps {
  readonly item: Extract<ChatItem, { kind: 'decision' }>;
  readonly actions: ChatActions;
}

/** What the engine did between two messages. */
export function DecisionItem({ item, actions }: DecisionItemProps): VNode {
  const { decisionId, text, savedTokens, undone, summary } = item;
  const survival = summary === null ? null : survivalWords(summary);
  const faults = summary === null ? [] : faultSentences(summary);
  return (
    <article
      class={`decision ${summary === null ? '' : 'decision-summarized'} ${undone ? 'decision-undone' : ''}`}
      aria-label={t('Compression')}
    >
      <Icon name="layers" />
      <div class="decision-body">
        <p class="decision-text">{visibleText(text)}</p>
        {summary === null ? null : <p class="decision-summary">{levelWords(summary)}</p>}
        {faults.length === 0 ? null : <p class="decision-summary decision-faults">{faults.join(' ')}</p>}
        {survival === null ? null : <p class="soft decision-summary">{survival}</p>}
        <p class="decision-line">
          {undone ? (
            <span class="soft">{t('Undone')}</span>
          ) : savedTokens === null ? null : (
            <span class="soft number">{tn('{0} token freed', '{0} tokens freed', savedTokens)}</span>
          )}
          {undone ? null : (
            <button
              type="button"
              class="plain-button link-button"
              onClick={() => {
                actions.undo(decisionId);
              }}
            >
              {t('Undo')}
            </button>
          )}
          <button
            type="button"
            class="plain-button link-button"
            onClick={() => {
              actions.showDecision(decisionId);
            }}
          >
            {t('Show in inspector')}
          </button>
        </p>
      </div>
    </article>
  );
}
