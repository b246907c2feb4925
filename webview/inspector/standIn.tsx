import type { VNode } from 'preact';
import type { MessageDetail } from '../../src/protocol/inspectorDetail';
import { formatCount } from '../ui/numbers';
import type { InspectorStore } from './inspectorStore';
import { SummaryReport } from './summaryReport';

interface StandInProps {
  readonly store: InspectorStore;
  readonly detail: MessageDetail;
}

/** Of a message that was taken out: what stands for it, and the decision that took it. */
export function StandIn({ store, detail }: StandInProps): VNode | null {
  const { inContextKind, coveredBy } = detail;
  if (inContextKind !== 'summary' && inContextKind !== 'notice') return null;
  // A summary names all it covers; the one notice counts what several decisions removed.
  const others =
    inContextKind === 'summary' && coveredBy !== null ? coveredBy.messageCount - coveredBy.putBackCount - 1 : null;
  return (
    <>
      <p>
        The message itself is not in the context. This {inContextKind} stands for it
        {others === null ? ' and all others that were removed' : ` and ${formatCount(others, 'other')}`}.{' '}
        {coveredBy === null ? null : (
          <button
            type="button"
            class="plain-button link-button"
            onClick={() => {
              void store.showDecision(coveredBy.id);
            }}
          >
            Show the decision
          </button>
        )}
      </p>
      {coveredBy?.summary == null ? null : <SummaryReport summary={coveredBy.summary} usage={null} />}
    </>
  );
}
