import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../ui/icon';
import { Button, ProgressRing } from '../ui/toolkit';
import type { InspectorStore } from './inspectorStore';
import { RowSlot } from './rowSlot';
import { isSelected } from './selection';
import { movedCursor } from './timelineKeys';
import { useTimelinePlace } from './useTimelinePlace';
import { useVirtualRows } from './useVirtualRows';
import './timeline.css';

/** Height of a row, CSS pixels; `--row` in timeline.css is the same. */
const rowHeight = 28;

/** Part of the window that fills a token bar: hardly a message is larger, and the small ones can be told apart. */
const barShare = 1 / 8;

interface TimelineProps {
  readonly store: InspectorStore;
  /** Enter on a row: the detail takes the focus. */
  readonly onOpen: () => void;
}

/** The rows of the session, of which only those in sight exist. */
export function Timeline({ store, onOpen }: TimelineProps): VNode {
  const { rows } = store;
  const version = rows.version.value;
  const total = rows.total.value ?? 0;
  const selection = store.selection.value;
  const scale = (store.snapshot.value?.window ?? 1) * barShare;
  const scroller = useRef<HTMLDivElement>(null);
  const [lastCursor, setLastCursor] = useState(0);
  const cursor = Math.min(rows.find((row) => isSelected(row, selection)) ?? lastCursor, Math.max(0, total - 1));
  const virtualizer = useVirtualRows({ count: total, rowHeight, scroller, cursor });
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;
  const [waitingForRow, setWaitingForRow] = useState<number | null>(null);

  useEffect(() => {
    rows.want(first, last);
    if (waitingForRow === null) return;
    const row = rows.row(waitingForRow);
    if (row === undefined) return;
    setWaitingForRow(null);
    store.select(row);
  }, [rows, store, first, last, version, waitingForRow]);
  useTimelinePlace({ store, virtualizer, scroller, total, rowHeight, setCursor: setLastCursor });
  useFocusOnCursor(scroller.current, cursor);

  const moveTo = (position: number): void => {
    setLastCursor(position);
    virtualizer.scrollToIndex(position);
    const row = rows.row(position);
    if (row === undefined) setWaitingForRow(position);
    else store.select(row);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const rowsPerPage = Math.max(1, last - first - 1);
    const position = movedCursor(event.key, waitingForRow ?? cursor, total, rowsPerPage);
    if (position !== null) moveTo(position);
    else if (event.key === 'Enter' || event.key === ' ') openRow(cursor);
    else if (event.key === 'Escape') store.closeDetail();
    else return;
    event.preventDefault();
  };
  const openRow = (position: number): void => {
    moveTo(position);
    onOpen();
  };

  return (
    <div class="timeline">
      <div class="line timeline-head soft" aria-hidden="true">
        <span />
        <span class="message-index">#</span>
        <span>Fate</span>
        <span>Message</span>
        <span title="Square-root scale; the full width is an eighth of the window">In context over original</span>
        <span class="line-tokens">Tokens</span>
      </div>
      <div
        class="timeline-rows"
        ref={scroller}
        role={total > 0 ? 'listbox' : 'presentation'}
        aria-label="Timeline"
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const slot = event.target instanceof Element ? event.target.closest('[data-position]') : null;
          if (slot !== null) moveTo(Number(slot.getAttribute('data-position')));
        }}
      >
        <div class="timeline-space" role="presentation" style={{ height: `${String(virtualizer.getTotalSize())}px` }}>
          {virtualizer.getVirtualItems().map(({ index: position, start }) => {
            const row = rows.row(position);
            return (
              <RowSlot
                key={position}
                row={row}
                position={position}
                start={start}
                total={total}
                selected={row !== undefined && isSelected(row, selection)}
                tabbable={position === cursor}
                scale={scale}
              />
            );
          })}
        </div>
      </div>
      <TimelineMessage store={store} />
      {store.live.value && !store.follows.value && total > 0 ? (
        <div class="timeline-newest">
          <Button
            appearance="primary"
            onClick={() => {
              store.changeView({ following: true });
            }}
          >
            <Icon name="arrow-down" slot="start" />
            Newest
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** While there are no rows: why. */
function TimelineMessage({ store }: { readonly store: InspectorStore }): VNode | null {
  const { rows } = store;
  if (rows.failure.value !== null) {
    return (
      <div class="timeline-message" role="alert">
        <p>{rows.failure.value}</p>
        <Button
          onClick={() => {
            rows.retry();
          }}
        >
          Try again
        </Button>
      </div>
    );
  }
  if (rows.total.value === null) {
    return (
      <div class="timeline-message">
        <ProgressRing label="Loading the timeline" />
      </div>
    );
  }
  if (rows.total.value > 0) return null;
  const empty = store.snapshot.value?.messageCount === 0;
  return (
    <div class="timeline-message soft">
      <p>{empty ? 'No messages yet.' : 'Nothing passes the filter.'}</p>
      {empty ? null : (
        <Button
          onClick={() => {
            store.clearFilter();
          }}
        >
          Clear filter
        </Button>
      )}
    </div>
  );
}

/** The focus follows the cursor as long as it is in the list. */
function useFocusOnCursor(list: HTMLElement | null, cursor: number): void {
  useLayoutEffect(() => {
    if (list?.contains(document.activeElement) !== true) return;
    list.querySelector<HTMLElement>(`[data-position="${String(cursor)}"]`)?.focus({ preventScroll: true });
  }, [list, cursor]);
}
