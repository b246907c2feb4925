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
      const position = await store.attempt(store.locate(before.index));
      if (typeof position !== 'number' || position === before.position || top.current !== before) return;
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
      const position = Math.floor(element.scrollTop / rowHeight);
      const offset = [0, 1, 2].find((step) => store.rows.row(position + step)?.kind === 'message');
      const row = offset === undefined ? undefined : store.rows.row(position + offset);
      top.current =
        row?.kind === 'message' && offset !== undefined ? { index: row.index, position: position + offset } : null;
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < rowHeight;
      if (store.live.peek() && store.view.peek().following !== atEnd) store.changeView({ following: atEnd });
      clearTimeout(timer);
      timer = setTimeout(save, restMs);
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', look);
    };
  }, [store, scroller, rowHeight]);
}
