import type { ReadonlySignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../ui/icon';
import { Button, ProgressRing } from '../ui/toolkit';
import type { InspectorStore } from './inspectorStore';
import { rowHeight } from './rowGeometry';
import type { RowSlots } from './rowSlots';
import { RowView } from './rowView';
import { foldAll } from './foldAll';
import { movedCursor } from './timelineKeys';
import { TimelineTools } from './timelineTools';
import { TimelineRows } from './timelineRows';
import { useTimelinePlace } from './useTimelinePlace';
import './timeline.css';

/** Part of the window that fills a token bar: hardly a message is larger, and the small ones can be told apart. */
const barShare = 1 / 8;

interface TimelineProps {
  readonly store: InspectorStore;
  /** Enter on a row: the detail takes the focus. */
  readonly onOpen: () => void;
}

/** The rows of the session, of which only those in sight exist. */
export function Timeline({ store, onOpen }: TimelineProps): VNode {
  const [list] = useState(() => new TimelineRows(store));
  const element = useRef<HTMLDivElement>(null);
  const total = list.total.value;
  const scale = (store.snapshot.value?.window ?? 1) * barShare;
  useLayoutEffect(() => {
    list.scroller.setCount(total);
  }, [list, total]);
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const detach = list.scroller.attach(element.current);
    const stop = list.start();
    return () => {
      stop();
      detach();
    };
  }, [list]);
  useTimelinePlace({ store, list });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (event.shiftKey && key !== 'Enter') {
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
      foldAll(store, key === 'ArrowLeft');
      event.preventDefault();
      return;
    }
    const position = movedCursor(key, list.place, total, list.rowsPerPage);
    if (position !== null) list.moveTo(position);
    else if (key === 'ArrowLeft' || key === 'ArrowRight') void list.turnKey(key);
    else if (event.key === 'Enter' || event.key === ' ') openRow(list.cursor.peek());
    else if (event.key === 'Escape') store.closeDetail();
    else return;
    event.preventDefault();
  };
  const openRow = (position: number): void => {
    list.moveTo(position);
    onOpen();
  };

  return (
    <div class="timeline">
      <div class="line timeline-head soft">
        <span />
        <span class="message-index" aria-hidden="true">
          #
        </span>
        <span aria-hidden="true">Fate</span>
        <span class="timeline-head-message">
          <span class="timeline-head-word" aria-hidden="true">
            Message
          </span>
          <TimelineTools store={store} />
        </span>
        <span aria-hidden="true" title="Square-root scale; the full width is an eighth of the window">
          In context over original
        </span>
        <span class="line-tokens" aria-hidden="true">
          Tokens
        </span>
      </div>
      <div
        class="timeline-rows"
        ref={element}
        role={total > 0 ? 'tree' : 'presentation'}
        aria-label="Timeline"
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const row = event.target instanceof Element ? event.target.closest('[data-position]') : null;
          if (row === null) return;
          const position = Number(row.getAttribute('data-position'));
          list.moveTo(position);
          // A click on a heading opens and closes it, as in the trees of VS Code.
          list.toggleTurn(position);
        }}
      >
        <div class="timeline-space" role="presentation" style={{ height: `${String(total * rowHeight)}px` }}>
          <Rows slots={list.slots} total={list.total} scale={scale} search={store.filter.value.text} />
        </div>
      </div>
      <TimelineMessage store={store} />
      {store.grows.value && !store.follows.value && total > 0 ? (
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

interface RowsProps {
  readonly slots: RowSlots;
  readonly total: ReadonlySignal<number>;
  readonly scale: number;
  readonly search: string;
}

function Rows({ slots, total, scale, search }: RowsProps): VNode {
  return (
    <>
      {slots.all.value.map((slot) => (
        <RowView key={slot.id} slot={slot} total={total} scale={scale} search={search} />
      ))}
    </>
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
