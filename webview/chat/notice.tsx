import type { VNode } from 'preact';
import { Icon } from '../ui/icon';
import { Button } from '../ui/toolkit';
import type { ChatStore } from './chatStore';

/** A failed request of this page, until it is dismissed. */
export function Notice({ store }: { readonly store: ChatStore }): VNode | null {
  const text = store.notice.value;
  if (text === null) return null;
  return (
    <div class="notice" role="alert">
      <Icon name="error" />
      <span class="notice-text">{text}</span>
      <Button
        appearance="icon"
        label="Dismiss"
        onClick={() => {
          store.notice.value = null;
        }}
      >
        <Icon name="close" />
      </Button>
    </div>
  );
}
