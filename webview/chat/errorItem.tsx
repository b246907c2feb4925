import type { VNode } from 'preact';
import type { ChatItem } from '../../src/protocol/chat';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { Button } from '../ui/toolkit';
import { visibleText } from '../ui/visibleControls';
import type { ChatActions } from './chatActions';

interface ErrorItemProps {
  readonly item: Extract<ChatItem, { kind: 'error' }>;
  readonly actions: ChatActions;
}

export function ErrorItem({ item, actions }: ErrorItemProps): VNode {
  const { text, action } = item;
  return (
    <article class="error" aria-label={t('Error')}>
      <Icon name="error" />
      <div class="error-body">
        <p class="error-text">{visibleText(text)}</p>
        {action === null ? null : (
          <Button
            onClick={() => {
              actions.runAction(action.command);
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
    </article>
  );
}
