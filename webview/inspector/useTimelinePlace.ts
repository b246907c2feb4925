import { batch, computed } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { InspectorStore } from './inspectorStore';
import { rowHeight } from './rowGeometry';
import type { TimelineRows } from './timelineRows';

interface TimelinePlaceOptions {
  readonly store: InspectorStore;
  readonly list: TimelineRows;
}

/** Scrolling rests this long, in ms, before the place is saved. */
const restMs = 150;

/**
 * Keeps the place in the list: at the end of a session that grows and is followed, else at the same message, whatever comes in
 * above it and also after a reload; and goes where it is asked to.
 */
export function useTimelinePlace({ store, list }: TimelinePlaceOptions): void {
  const { scroller } = list;
  const top = useRef<{ readonly index: number; readonly position: number } | null>(null);
  /** While the new position of `top` is asked for, what is drawn says nothing about it. */
  const asking = useRef(false);
  const follows = store.follows.value;
  const seen = store.seenVersion.value;
  const request = store.revealRequest.value;
  const version = store.rows.version.value;
  const total = list.total.value;
  const height = scroller.height.value;

  useLayoutEffect(() => {
    if (follows && total > 0) scroller.scrollToRow(total - 1, 'end');
  }, [scroller, follows, total, height]);

  useLayoutEffect(() => {
    // A file opens at its beginning: it is followed from there only where its end is in sight too.
    if (store.grows.peek() || total === 0 || height === 0) return;
    const { atEnd } = scroller;
    if (store.view.peek().following !== atEnd) store.changeView({ following: atEnd });
  }, [store, scroller, total, height]);

  useEffect(() => {
    if (request === null || !store.rows.current) return;
    store.revealRequest.value = null;
    const { index, align, unfolds } = request;
    const go = async (): Promise<void> => {
      const place = index === null ? null : await store.attempt(store.locate(index));
      const foldedIn = place?.foldedIn ?? null;
      if (unfolds && foldedIn !== null) {
        batch(() => {
          store.foldTurn(foldedIn, false);
          store.revealRequest.value ??= request;
        });
        return;
      }
      // A message that does not pass the filter has no place; the list then starts at its beginning.
      const position = place?.position ?? 0;
      scroller.scrollToRow(position, align);
      list.setCursor(position);
    };
    void go();
  }, [store, list, scroller, request, version]);

  useEffect(() => {
    const before = top.current;
    if (before === null || store.follows.peek()) return;
    const stay = async (): Promise<void> => {
      asking.current = true;
      const place = await store.attempt(store.locate(before.index));
      asking.current = false;
      if (place != null) scroller.scrollByRows(place.position - before.position);
    };
    void stay();
  }, [store, scroller, seen]);

  useEffect(() => {
    const save = afterRest(() => {
      const { index } = top.current ?? {};
      if (index !== undefined && index !== store.view.peek().topMessage) store.changeView({ topMessage: index });
    });
    // Rows arrive after the scrolling that asked for them.
    const place = computed(() => ({ top: scroller.top.value, version: store.rows.version.value }));
    const stopLooking = place.subscribe((now) => {
      if (!asking.current) top.current = topMessage(store, Math.floor(now.top / rowHeight));
      save.begin();
    });
    let last = scroller.top.peek();
    const stopFollowing = scroller.top.subscribe((now) => {
      if (now === last) return;
      last = now;
      const { atEnd } = scroller;
      if (store.view.peek().following !== atEnd) store.changeView({ following: atEnd });
    });
    return () => {
      save.stop();
      stopLooking();
      stopFollowing();
    };
  }, [store, scroller]);
}

/** Does something once what is begun again and again has rested. One timer for all of it: there may be a frame in between. */
function afterRest(act: () => void): { readonly begin: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const wait = (milliseconds: number): void => {
    timer = setTimeout(() => {
      const left = last + restMs - performance.now();
      if (left > 1) {
        wait(left);
        return;
      }
      timer = undefined;
      act();
    }, milliseconds);
  };
  return {
    begin: () => {
      last = performance.now();
      if (timer === undefined) wait(restMs);
    },
    stop: () => {
      clearTimeout(timer);
    },
  };
}

/** The first message at or just under a position: above it there may be the row of its turn and of a decision. */
function topMessage(store: InspectorStore, position: number): { index: number; position: number } | null {
  for (const place of [position, position + 1, position + 2]) {
    const row = store.rows.row(place);
    if (row?.kind === 'message') return { index: row.index, position: place };
  }
  return null;
}
