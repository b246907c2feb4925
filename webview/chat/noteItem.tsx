import type { VNode } from 'preact';
import type { ChatItem, ChatNoteAction } from '../../src/protocol/chat';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { visibleText } from '../ui/visibleControls';
import type { ChatActions } from './chatActions';

interface NoteItemProps {
  readonly item: Extract<ChatItem, { kind: 'note' }>;
  readonly actions: ChatActions;
}

/** Something that happened beside the conversation, and where to look at it. */
export function NoteItem({ item: { text, action }, actions }: NoteItemProps): VNode {
  return (
    <article class="note" aria-label={t('Note')}>
      <Icon name={action?.command === 'openSession' ? 'link' : 'bookmark'} />
      <p class="note-text">
        {visibleText(text)}{' '}
        {action === null ? null : (
          <button
            type="button"
            class="plain-button link-button"
            onClick={() => {
              follow(action, actions);
            }}
          >
            {action.label}
          </button>
        )}
      </p>
    </article>
  );
}

function follow(action: ChatNoteAction, actions: ChatActions): void {
  switch (action.command) {
    case 'editMemory':
      actions.editMemory();
      return;
    case 'openSession':
      actions.openSession(action.sessionId);
      return;
  }
}
