import type { VNode } from 'preact';
import type { InspectorFacts } from '../../src/protocol/inspectorFacts';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import type { InspectorStore } from './inspectorStore';
import './sessionChoice.css';

interface SessionChoiceProps {
  readonly store: InspectorStore;
  readonly sessions: InspectorFacts['sessions'];
}

/** Which of the sessions of a file shows, and the way to the others. */
export function SessionChoice({ store, sessions }: SessionChoiceProps): VNode | null {
  if (sessions === null) return null;
  const { shown, count, title } = sessions;
  return (
    <button
      type="button"
      class="plain-button session-choice"
      aria-haspopup="dialog"
      title={t('The file holds several sessions; choose another one')}
      onClick={() => {
        store.run(store.api.chooseSession());
      }}
    >
      <span class="session-choice-title">
        {title === ''
          ? t('Session {0} of {1}', shown + 1, count)
          : t('Session {0} of {1}: {2}', shown + 1, count, title)}
      </span>
      <Icon name="chevron-down" />
    </button>
  );
}
