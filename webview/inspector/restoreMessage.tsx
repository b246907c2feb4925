import type { VNode } from 'preact';
import type { MessageRow } from '../../src/protocol/inspectorRows';
import { t } from '../ui/text';
import { Button } from '../ui/toolkit';
import { Icon } from '../ui/icon';
import type { InspectorStore } from './inspectorStore';

interface RestoreMessageProps {
  readonly store: InspectorStore;
  readonly row: MessageRow;
}

/** Takes back what was done to this one message; the rest of the batch stays as it is. */
export function RestoreMessage({ store, row }: RestoreMessageProps): VNode | null {
  if (!store.live.value || row.fate === 'kept') return null;
  return (
    <Button
      onClick={() => {
        store.run(store.api.restore({ index: row.index }));
      }}
    >
      <Icon name="discard" slot="start" />
      {t('Put this message back')}
    </Button>
  );
}
