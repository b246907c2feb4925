import type { VNode } from 'preact';
import type { ChatItem } from '../../src/protocol/chat';
import { Icon } from '../ui/icon';
import { Button } from '../ui/toolkit';
import type { ChatActions } from './chatActions';

interface UserItemProps {
  readonly item: Extract<ChatItem, { kind: 'user' }>;
  readonly actions: ChatActions;
}

export function UserItem({ item, actions }: UserItemProps): VNode {
  const { index, text, pinned } = item;
  return (
    <article class={`user ${pinned ? 'user-pinned' : ''}`} aria-label={pinned ? 'You, pinned' : 'You'}>
      <div class="user-text">{text}</div>
      <span class="user-pin">
        <Button
          appearance="icon"
          label={pinned ? 'Unpin: let Strata compress this message' : 'Pin: always keep this message whole'}
          onClick={() => {
            actions.setPinned(index, !pinned);
          }}
        >
          <Icon name={pinned ? 'pinned' : 'pin'} />
        </Button>
      </span>
    </article>
  );
}
