import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Row } from '../../src/protocol/inspector';
import { rowLabel } from './rowLabel';
import { TimelineRow } from './timelineRow';

interface RowSlotProps {
  /** Undefined until its page has come. */
  readonly row: Row | undefined;
  readonly position: number;
  /** Distance from the top of the list, CSS pixels. */
  readonly start: number;
  readonly total: number;
  readonly selected: boolean;
  /** Whether Tab leads here. */
  readonly tabbable: boolean;
  readonly scale: number;
}

/** A row in its place. While one scrolls nothing in it changes, and it is not drawn again. */
export function RowSlot({ row, position, start, total, selected, tabbable, scale }: RowSlotProps): VNode {
  return useMemo(
    () => (
      <div
        class={`row ${selected ? 'row-selected' : ''}`}
        role="option"
        aria-selected={selected}
        aria-setsize={total}
        aria-posinset={position + 1}
        aria-label={row === undefined ? 'Loading' : rowLabel(row)}
        data-position={position}
        tabIndex={tabbable ? 0 : -1}
        style={{ transform: `translateY(${String(start)}px)` }}
      >
        {row === undefined ? <span class="row-loading" /> : <TimelineRow row={row} scale={scale} />}
      </div>
    ),
    [row, position, start, total, selected, tabbable, scale],
  );
}
