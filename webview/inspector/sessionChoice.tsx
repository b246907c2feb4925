import type { VNode } from 'preact';
import type { InspectorFacts } from '../../src/protocol/inspectorFacts';
import { Icon } from '../ui/icon';
import { formatNumber } from '../ui/numbers';
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
      title="The file holds several sessions; choose another one"
      onClick={() => {
        store.run(store.api.chooseSession());
      }}
    >
      <span class="session-choice-title">
        {`Session ${formatNumber(shown + 1)} of ${formatNumber(count)}${title === '' ? '' : `: ${title}`}`}
      </span>
      <Icon name="chevron-down" />
    </button>
  );
}
