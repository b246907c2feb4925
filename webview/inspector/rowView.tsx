import type { ReadonlySignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { rowHeight } from './rowGeometry';
import { rowContext } from './rowContext';
import { rowLabel } from './rowLabel';
import type { RowSlot } from './rowSlots';
import { TimelineRow } from './timelineRow';

interface RowViewProps {
  readonly slot: RowSlot;
  /** Rows of the list. */
  readonly total: ReadonlySignal<number>;
  /** Tokens that fill a token bar. */
  readonly scale: number;
  /** Words that are marked; empty for none. */
  readonly search: string;
}

/** An element of the list with the row it shows; drawn again only where that is another. */
export function RowView({ slot, total, scale, search }: RowViewProps): VNode | null {
  const placed = slot.placed.value;
  const row = placed?.row;
  const element = useRef<HTMLDivElement>(null);
  useFocusAtCursor(element, placed?.tabbable === true ? placed.position : null);
  const folded = placed?.folded === true;
  const label = useMemo(() => (row === undefined ? 'Loading' : rowLabel(row)), [row]);
  const line = useMemo(
    () =>
      row === undefined ? (
        <span class="row-loading" />
      ) : (
        <TimelineRow row={row} scale={scale} search={search} folded={folded} />
      ),
    [row, scale, search, folded],
  );
  if (placed === null) return null;
  const { position, selected, tabbable } = placed;
  return (
    <div
      ref={element}
      class={selected ? 'row row-selected' : 'row'}
      role="treeitem"
      aria-level={row?.kind === 'message' && row.turn > 0 ? 2 : 1}
      aria-selected={selected}
      aria-expanded={row?.kind === 'turn' ? !folded : undefined}
      // The signal itself: a row more or less sets an attribute and draws no row again.
      aria-setsize={total}
      aria-posinset={position + 1}
      aria-label={label}
      data-position={position}
      data-vscode-context={row === undefined ? undefined : rowContext(row)}
      tabIndex={tabbable ? 0 : -1}
      style={{ transform: `translateY(${String(position * rowHeight)}px)` }}
    >
      {line}
    </div>
  );
}

/** The focus follows the cursor as long as it is in the list. */
function useFocusAtCursor(element: { readonly current: HTMLDivElement | null }, cursor: number | null): void {
  useLayoutEffect(() => {
    const { current } = element;
    const { activeElement } = document;
    if (cursor === null || current?.closest('[role="tree"]')?.contains(activeElement) !== true) return;
    // The element may have shown the row before: who listens is told of another one only where the focus comes anew.
    if (activeElement === current) current.blur();
    current.focus({ preventScroll: true });
  }, [element, cursor]);
}
