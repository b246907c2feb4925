import type { VNode } from 'preact';
import type { MessageDetail } from '../../src/protocol/inspectorDetail';
import { Icon } from '../ui/icon';
import { Button } from '../ui/toolkit';
import type { InspectorStore } from './inspectorStore';
import { messageCommands } from './messageCommands';
import { shortcutKeys } from './shortcuts';

interface MessageActionsProps {
  readonly store: InspectorStore;
  readonly detail: MessageDetail;
}

/** What can be done with the selected message. */
export function MessageActions({ store, detail }: MessageActionsProps): VNode {
  return (
    <div class="detail-actions">
      {messageCommands(store, detail).map(({ id, icon, words, run }) => (
        <Button key={id} onClick={run} shortcut={shortcutKeys(id)}>
          <Icon name={icon} slot="start" />
          {words}
        </Button>
      ))}
    </div>
  );
}
