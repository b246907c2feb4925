import type { VNode } from 'preact';
import type { ChatHint, ChatHintAction } from '../../src/protocol/chat';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { Button } from '../ui/toolkit';
import type { ChatActions } from './chatActions';

interface HintItemProps {
  readonly item: ChatHint;
  readonly actions: ChatActions;
}

/** What may help, said once; it asks for nothing. */
export function HintItem({ item: { hint, text, actions: offers }, actions }: HintItemProps): VNode {
  return (
    <article class="hint" aria-label={t('Hint')}>
      <Icon name="lightbulb" />
      <div class="hint-body">
        <p>{text}</p>
        <p class="hint-line">
          {offers.map((offer) => (
            <button
              key={offer.label}
              type="button"
              class="plain-button link-button"
              onClick={() => {
                follow(offer, actions);
              }}
            >
              {offer.label}
            </button>
          ))}
        </p>
      </div>
      <Button
        appearance="icon"
        label={t('Dismiss: no more hints of this kind')}
        onClick={() => {
          actions.dismissHint(hint);
        }}
      >
        <Icon name="close" />
      </Button>
    </article>
  );
}

function follow(offer: ChatHintAction, actions: ChatActions): void {
  switch (offer.command) {
    case 'pin':
      actions.setPinned(offer.index, true);
      return;
    case 'remember':
      actions.remember(offer.note);
      return;
    case 'send':
      void actions.send(offer.text);
      return;
    case 'selectModel':
      actions.runAction('selectModel');
      return;
    case 'continueSession':
      actions.continueSession();
      return;
  }
}
