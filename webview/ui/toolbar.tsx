import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { IconName } from './glyphs';
import { Icon } from './icon';
import './toolbar.css';

interface ToolbarProps {
  readonly label: string;
  /** `ToolButton`s. */
  readonly children: ComponentChildren;
}

/** Buttons that are one stop of the Tab key; the arrow keys go through them. */
export function Toolbar({ label, children }: ToolbarProps): VNode {
  const bar = useRef<HTMLDivElement>(null);
  const buttons = (): readonly HTMLButtonElement[] => [...(bar.current?.querySelectorAll('button') ?? [])];
  const setStop = (stop: HTMLButtonElement | undefined): void => {
    for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1;
  };
  // After each drawing: buttons come and go.
  useLayoutEffect(() => {
    const all = buttons();
    setStop(all.find(({ tabIndex }) => tabIndex === 0) ?? all[0]);
  });
  return (
    <div
      class="toolbar"
      role="toolbar"
      aria-label={label}
      ref={bar}
      onFocusIn={({ target }) => {
        const button = buttons().find((one) => one === target);
        if (button !== undefined) setStop(button);
      }}
      onKeyDown={(event) => {
        const all = buttons();
        const place = all.findIndex((one) => one === document.activeElement);
        const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: all.length - 1 }[event.key];
        if (next === undefined || event.shiftKey) return;
        event.preventDefault();
        all[(next + all.length) % all.length]?.focus();
      }}
    >
      {children}
    </div>
  );
}

interface ToolButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** Keys that do the same, as they are shown: `Shift+F`; left out for none. */
  readonly keys?: string;
  /** For what is on or off. */
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

/** A button that is a picture. */
export function ToolButton({ icon, label, keys, pressed, onClick }: ToolButtonProps): VNode {
  return (
    <button
      type="button"
      class="plain-button tool-button"
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={keys?.replaceAll(' ', '')}
      title={keys === undefined ? label : `${label} (${keys})`}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
