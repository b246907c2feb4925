import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { t } from '../ui/text';
import { splitLimits } from './viewState';
import './splitPane.css';

/** Step of an arrow key, as a part of the whole. */
const keyStep = 0.02;

interface SplitPaneProps {
  /** Part of the whole that `first` takes. */
  readonly split: number;
  readonly onSplit: (split: number) => void;
  readonly first: ComponentChildren;
  /** Null: `first` takes everything. */
  readonly second: ComponentChildren;
}

/** Two parts beside each other, below each other where it is narrow, with a border that can be dragged and moved by keys. */
export function SplitPane({ split, onSplit, first, second }: SplitPaneProps): VNode {
  const pane = useRef<HTMLDivElement>(null);
  const [dragging, setDragging] = useState(false);
  const move = (to: number): void => {
    onSplit(Math.min(splitLimits.most, Math.max(splitLimits.least, to)));
  };
  const drag = (event: PointerEvent): void => {
    const box = pane.current?.getBoundingClientRect();
    if (!dragging || box === undefined) return;
    move(stacked(pane.current) ? (event.clientY - box.top) / box.height : (event.clientX - box.left) / box.width);
  };
  return (
    <div class={`split ${dragging ? 'split-dragging' : ''}`} ref={pane}>
      <div class="split-first" style={{ flexBasis: second === null ? '100%' : `${String(split * 100)}%` }}>
        {first}
      </div>
      {second === null ? null : (
        <>
          <div
            class="split-border"
            role="separator"
            tabIndex={0}
            aria-label={t('Size of the timeline')}
            aria-valuemin={splitLimits.least * 100}
            aria-valuemax={splitLimits.most * 100}
            aria-valuenow={Math.round(split * 100)}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              setDragging(true);
            }}
            onPointerMove={drag}
            onPointerUp={() => {
              setDragging(false);
            }}
            onKeyDown={(event) => {
              const back = event.key === 'ArrowLeft' || event.key === 'ArrowUp';
              const forth = event.key === 'ArrowRight' || event.key === 'ArrowDown';
              if (!back && !forth) return;
              event.preventDefault();
              move(split + (forth ? keyStep : -keyStep));
            }}
          />
          <div class="split-second">{second}</div>
        </>
      )}
    </div>
  );
}

/** Whether the parts are below each other: the style sheet decides by width. */
function stacked(pane: HTMLElement | null): boolean {
  return pane !== null && getComputedStyle(pane).flexDirection === 'column';
}
