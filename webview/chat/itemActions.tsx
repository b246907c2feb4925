import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { Button } from '../ui/toolkit';

/** Buttons of an item, in its corner: seen while it is pointed at, while one has the focus, and where something is on. */
export function ItemActions({
  shown,
  children,
}: {
  readonly shown: boolean;
  readonly children: ComponentChildren;
}): VNode {
  return <span class={`item-actions ${shown ? 'item-actions-shown' : ''}`}>{children}</span>;
}

interface PinButtonProps {
  readonly pinned: boolean;
  readonly what: 'message' | 'result';
  readonly onPin: (pinned: boolean) => void;
}

export function PinButton({ pinned, what, onPin }: PinButtonProps): VNode {
  return (
    <Button
      appearance="icon"
      label={pinned ? unpinLabel(what) : pinLabel(what)}
      onClick={() => {
        onPin(!pinned);
      }}
    >
      <Icon name={pinned ? 'pinned' : 'pin'} />
    </Button>
  );
}

function pinLabel(what: PinButtonProps['what']): string {
  return what === 'message' ? t('Pin: always keep this message whole') : t('Pin: always keep this result whole');
}

function unpinLabel(what: PinButtonProps['what']): string {
  return what === 'message'
    ? t('Unpin: let Strata compress this message')
    : t('Unpin: let Strata compress this result');
}
