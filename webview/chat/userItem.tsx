import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ChatItem } from '../../src/protocol/chat';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { Button } from '../ui/toolkit';
import { visibleControls, visibleText } from '../ui/visibleControls';
import type { ChatActions } from './chatActions';
import { ItemActions, PinButton } from './itemActions';
import { MessageEditor } from './messageEditor';

interface UserItemProps {
  readonly item: Extract<ChatItem, { kind: 'user' }>;
  readonly actions: ChatActions;
}

export function UserItem({ item, actions }: UserItemProps): VNode {
  const { index, text, pinned } = item;
  const [isEditing, setEditing] = useState(false);
  const article = useRef<HTMLElement>(null);
  const stopEditing = (): void => {
    setEditing(false);
    // The editor goes, and the focus with it.
    article.current?.focus();
  };
  return (
    <article
      class={`user ${pinned ? 'user-pinned' : ''}`}
      aria-label={pinned ? t('You, pinned') : t('You')}
      tabIndex={-1}
      ref={article}
    >
      {isEditing ? (
        <MessageEditor text={text} onSend={(typed) => actions.editAndResend(index, typed)} onCancel={stopEditing} />
      ) : (
        <>
          <div class="user-text">{visibleText(text)}</div>
          <Attachments paths={item.attachments} />
          <ItemActions shown={pinned}>
            <Button
              appearance="icon"
              label={t('Edit and resend')}
              onClick={() => {
                setEditing(true);
              }}
            >
              <Icon name="edit" />
            </Button>
            <PinButton
              pinned={pinned}
              what="message"
              onPin={(next) => {
                actions.setPinned(index, next);
              }}
            />
          </ItemActions>
        </>
      )}
    </article>
  );
}

/** Files that went along with the message. */
function Attachments({ paths }: { readonly paths: readonly string[] }): VNode | null {
  if (paths.length === 0) return null;
  return (
    <ul class="user-attachments" aria-label={t('Attached files')}>
      {paths.map(visibleControls).map((path) => (
        <li key={path} class="user-attachment soft" title={path}>
          <Icon name="go-to-file" />
          <span class="user-attachment-path">{path}</span>
        </li>
      ))}
    </ul>
  );
}
