import type { Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { InspectorStore } from './inspectorStore';

interface TimelinePlaceOptions {
  readonly store: InspectorStore;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly total: number;
  readonly rowHeight: number;
  readonly setCursor: (position: number) => void;
}

/** Scrolling rests this long, in ms, before the place is saved. */
const restMs = 150;

/**
 * Keeps the place in the list: at the end of a live session that is followed, else at the same message, whatever comes in
 * above it and also after a reload; and goes where it is asked to.
 */
export function useTimelinePlace(options: TimelinePlaceOptions): void {
  const { store, virtualizer, scroller, total, rowHeight, setCursor } = options;
  const top = useRef<{ readonly index: number; readonly position: number } | null>(null);
  /** While the new position of `top` is asked for, what is drawn says nothing about it. */
  const asking = useRef(false);
  const follows = store.follows.value;
  const revision = store.snapshot.value?.revision;
  const request = store.revealRequest.value;
  const version = store.rows.version.value;
  const viewHeight = virtualizer.scrollRect?.height ?? 0;

  useLayoutEffect(() => {
    if (follows && total > 0) virtualizer.scrollToIndex(total - 1, { align: 'end' });
  }, [virtualizer, follows, total, viewHeight]);

  useEffect(() => {
    if (request === null || !store.rows.current) return;
    store.revealRequest.value = null;
    const { index, align } = request;
    const go = async (): Promise<void> => {
      const position = index === null ? 0 : await store.attempt(store.locate(index));
      // A message that does not pass the filter has no place; the list then starts at its beginning.
      virtualizer.scrollToIndex(position ?? 0, { align });
      setCursor(position ?? 0);
    };
    void go();
  }, [store, virtualizer, request, version, setCursor]);

  useEffect(() => {
    const before = top.current;
    if (before === null || store.follows.peek()) return;
    const stay = async (): Promise<void> => {
      asking.current = true;
      const position = await store.attempt(store.locate(before.index));
      asking.current = false;
      if (typeof position !== 'number' || position === before.position) return;
      virtualizer.scrollBy((position - before.position) * rowHeight);
    };
    void stay();
  }, [store, virtualizer, rowHeight, revision]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = (): void => {
      const { index } = top.current ?? {};
      if (index !== undefined && index !== store.view.peek().topMessage) store.changeView({ topMessage: index });
    };
    const look = (): void => {
      if (!asking.current) top.current = topMessage(store, Math.floor(element.scrollTop / rowHeight));
      clearTimeout(timer);
      timer = setTimeout(save, restMs);
    };
    const onScroll = (): void => {
      look();
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < rowHeight;
      if (store.live.peek() && store.view.peek().following !== atEnd) store.changeView({ following: atEnd });
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    // Rows arrive after the scrolling that asked for them.
    const stopLooking = store.rows.version.subscribe(look);
    return () => {
      clearTimeout(timer);
      stopLooking();
      element.removeEventListener('scroll', onScroll);
    };
  }, [store, scroller, rowHeight]);
}

/** The first message at or just under a position: above it there may be the row of its turn and of a decision. */
function topMessage(store: InspectorStore, position: number): { index: number; position: number } | null {
  for (const place of [position, position + 1, position + 2]) {
    const row = store.rows.row(place);
    if (row?.kind === 'message') return { index: row.index, position: place };
  }
  return null;
}
