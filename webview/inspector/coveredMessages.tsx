import type { VNode } from 'preact';
import type { DecisionDetail } from '../../src/protocol/inspectorDetail';
import { fateWord } from '../ui/fate';
import { Icon } from '../ui/icon';
import { formatNumber } from '../ui/numbers';
import { t } from '../ui/text';
import type { InspectorStore } from './inspectorStore';
import { roleIcon } from './roleIcon';
import './coveredMessages.css';

interface CoveredMessagesProps {
  readonly store: InspectorStore;
  readonly detail: DecisionDetail;
}

/** The messages a decision touched, each a way to the message itself. */
export function CoveredMessages({ store, detail }: CoveredMessagesProps): VNode {
  const { messages, row } = detail;
  const rest = row.messageCount - messages.length;
  return (
    <section aria-labelledby="covered-title">
      <h3 id="covered-title">{row.layer === 1 ? t('Messages it changed') : t('Messages it stands for')}</h3>
      <ol class="covered">
        {messages.map(({ index, role, fate, title, tokensOriginal, putBack }) => (
          <li key={index}>
            <button
              type="button"
              class={`plain-button covered-message fate-${fate}`}
              title={t('Show message {0}, now {1}', index, fateWord[fate])}
              onClick={() => {
                void store.reveal(index);
              }}
            >
              <span class="covered-index number soft">{formatNumber(index)}</span>
              <Icon name={roleIcon[role]} />
              <span class="covered-title">{title}</span>
              {putBack ? <span class="soft">{t('put back')}</span> : null}
              <span class="number soft">{formatNumber(tokensOriginal)}</span>
            </button>
          </li>
        ))}
      </ol>
      {rest > 0 ? <p class="soft">{t('{0} more.', rest)}</p> : null}
    </section>
  );
}
