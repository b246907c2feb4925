import type { VNode } from 'preact';
import type { MessageDetail } from '../../src/protocol/inspectorDetail';
import { t, tn } from '../ui/text';
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
        {t('The message itself is not in the context.')} {standInWords(inContextKind, others)}{' '}
        {coveredBy === null ? null : (
          <button
            type="button"
            class="plain-button link-button"
            onClick={() => {
              void store.showDecision(coveredBy.id);
            }}
          >
            {t('Show the decision')}
          </button>
        )}
      </p>
      {coveredBy?.summary == null ? null : <SummaryReport summary={coveredBy.summary} usage={null} />}
    </>
  );
}

/** @param others messages it stands for besides this one; null where that is all that was removed */
function standInWords(kind: 'summary' | 'notice', others: number | null): string {
  if (kind === 'notice') return t('This notice stands for it and all others that were removed.');
  return others === null
    ? t('This summary stands for it and all others that were removed.')
    : tn('This summary stands for it and {0} other.', 'This summary stands for it and {0} others.', others);
}
