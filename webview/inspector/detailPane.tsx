import type { RefObject, VNode } from 'preact';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { Button, ProgressRing } from '../ui/toolkit';
import { DecisionDetailView } from './decisionDetailView';
import type { InspectorStore } from './inspectorStore';
import { MessageDetailView } from './messageDetailView';
import { TurnDetail } from './turnDetail';
import './detailPane.css';

interface DetailPaneProps {
  readonly store: InspectorStore;
  readonly element: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Everything about the selected row. */
export function DetailPane({ store, element, onClose }: DetailPaneProps): VNode {
  return (
    <aside
      class="detail"
      aria-label={t('Detail')}
      tabIndex={-1}
      ref={element}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div class="detail-close">
        <Button appearance="icon" label={t('Close detail')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <DetailContent store={store} />
    </aside>
  );
}

function DetailContent({ store }: { readonly store: InspectorStore }): VNode {
  const selection = store.selection.value;
  const row = store.selectedRow.value;
  const detail = store.detail.value;
  if (selection?.kind === 'message') {
    if (detail !== null && 'message' in detail) return <DetailFailure message={detail.message} />;
    if (detail !== null) return <MessageDetailView store={store} detail={detail} />;
  }
  if (selection?.kind === 'decision') {
    const decision = store.decision.value;
    if (decision !== null && 'message' in decision) return <DetailFailure message={decision.message} />;
    const known = decision !== null && 'row' in decision ? decision : null;
    const shown = known?.row ?? (row?.kind === 'decision' ? row : null);
    if (shown !== null) return <DecisionDetailView store={store} row={shown} detail={known} />;
  }
  if (row?.kind === 'turn') return <TurnDetail row={row} />;
  return (
    <div class="detail-loading">
      <ProgressRing label={t('Loading the detail')} />
    </div>
  );
}

function DetailFailure({ message }: { readonly message: string }): VNode {
  return (
    <p class="detail-failure" role="alert">
      {message}
    </p>
  );
}
