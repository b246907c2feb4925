import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '../ui/icon';
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
  /** What is pinned: `message`, `result`. */
  readonly what: string;
  readonly onPin: (pinned: boolean) => void;
}

export function PinButton({ pinned, what, onPin }: PinButtonProps): VNode {
  return (
    <Button
      appearance="icon"
      label={pinned ? `Unpin: let Strata compress this ${what}` : `Pin: always keep this ${what} whole`}
      onClick={() => {
        onPin(!pinned);
      }}
    >
      <Icon name={pinned ? 'pinned' : 'pin'} />
    </Button>
  );
}
