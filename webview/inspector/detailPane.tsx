import type { RefObject, VNode } from 'preact';
import { Icon } from '../ui/icon';
import { Button, ProgressRing } from '../ui/toolkit';
import { DecisionDetail } from './decisionDetail';
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
      aria-label="Detail"
      tabIndex={-1}
      ref={element}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div class="detail-close">
        <Button appearance="icon" label="Close detail" onClick={onClose}>
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
    if (detail !== null && 'message' in detail) {
      return (
        <p class="detail-failure" role="alert">
          {detail.message}
        </p>
      );
    }
    if (detail !== null) return <MessageDetailView store={store} detail={detail} />;
  }
  if (row?.kind === 'decision') return <DecisionDetail store={store} row={row} />;
  if (row?.kind === 'turn') return <TurnDetail row={row} />;
  return (
    <div class="detail-loading">
      <ProgressRing label="Loading the detail" />
    </div>
  );
}
