import type { VNode } from 'preact';
import type { MessageDetail } from '../../src/protocol/inspectorDetail';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { Button } from '../ui/toolkit';
import type { InspectorStore } from './inspectorStore';

interface MessageActionsProps {
  readonly store: InspectorStore;
  readonly detail: MessageDetail;
}

export function MessageActions({ store, detail }: MessageActionsProps): VNode {
  const { index, pinned, fate } = detail.row;
  return (
    <div class="detail-actions">
      <Button
        onClick={() => {
          store.run(store.api.openOriginal({ index }));
        }}
      >
        <Icon name="go-to-file" slot="start" />
        {t('Open original')}
      </Button>
      {fate === 'kept' ? null : (
        <Button
          onClick={() => {
            store.run(store.api.openDiff({ index }));
          }}
        >
          <Icon name="git-compare" slot="start" />
          {t('Open diff')}
        </Button>
      )}
      {store.live.value ? (
        <Button
          onClick={() => {
            store.run(store.api.setPinned({ index, pinned: !pinned }));
          }}
        >
          <Icon name={pinned ? 'pinned' : 'pin'} slot="start" />
          {pinned ? t('Unpin') : t('Pin')}
        </Button>
      ) : null}
    </div>
  );
}
