import type { VNode } from 'preact';
import type { QueuedMessage } from '../../src/protocol/chat';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { Button } from '../ui/toolkit';
import type { ChatActions } from './chatActions';

interface QueuedMessagesProps {
  readonly queued: readonly QueuedMessage[];
  readonly busy: boolean;
  readonly actions: ChatActions;
  /** Takes the text back to where it was typed. */
  readonly onEdit: (message: QueuedMessage) => void;
}

/** What was said while the agent was at work. It waits in sight until it is sent or taken back. */
export function QueuedMessages({ queued, busy, actions, onEdit }: QueuedMessagesProps): VNode {
  return (
    <section class="queued" aria-label={t('Waiting messages')}>
      <p class="soft queued-head">
        {busy ? t('Sent with the next results of tools, or when the agent is done:') : t('Waiting, not sent:')}
      </p>
      <ul class="queued-list">
        {queued.map((message) => (
          <li key={message.id} class="queued-item">
            <span class="queued-text" title={message.text}>
              {message.text}
            </span>
            <Button
              appearance="icon"
              label={t('Edit: take it back to the message box')}
              onClick={() => {
                onEdit(message);
              }}
            >
              <Icon name="edit" />
            </Button>
            <Button
              appearance="icon"
              label={t('Discard this waiting message')}
              onClick={() => {
                actions.unqueue(message.id);
              }}
            >
              <Icon name="close" />
            </Button>
          </li>
        ))}
      </ul>
      {busy ? null : (
        <Button
          onClick={() => {
            actions.sendQueued();
          }}
        >
          {t('Send now')}
        </Button>
      )}
    </section>
  );
}
