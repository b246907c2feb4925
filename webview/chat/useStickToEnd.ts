import type { RefObject } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';

/** CSS pixels from the end: where a reader who scrolls down counts as being there, and what rounding may leave. */
const nearEnd = 24;
const rounding = 1;

/**
 * Keeps a scrolling element at its end while its content grows, unless its reader has scrolled up from there.
 * `content` is the child that grows; `toEnd` goes back to the end and stays there.
 */
export function useStickToEnd<Scroller extends HTMLElement, Content extends HTMLElement>(): {
  readonly scroller: RefObject<Scroller | null>;
  readonly content: RefObject<Content | null>;
  readonly toEnd: () => void;
} {
  const scroller = useRef<Scroller>(null);
  const content = useRef<Content>(null);
  const atEnd = useRef(true);
  const lastTop = useRef(0);
  const follow = useCallback((): void => {
    const outer = scroller.current;
    if (outer === null || !atEnd.current) return;
    outer.scrollTop = outer.scrollHeight;
    lastTop.current = outer.scrollTop;
  }, []);
  const toEnd = useCallback((): void => {
    atEnd.current = true;
    follow();
  }, [follow]);
  useEffect(() => {
    const outer = scroller.current;
    const inner = content.current;
    if (outer === null || inner === null) return undefined;
    const look = (): void => {
      const fromEnd = outer.scrollHeight - outer.scrollTop - outer.clientHeight;
      // The content may have grown since the place was set, so being far from the end alone says nothing of the reader.
      // Upwards goes the reader, or the browser where the content has shrunk: that ends at the end.
      if (outer.scrollTop < lastTop.current) atEnd.current = fromEnd <= rounding;
      else if (fromEnd < nearEnd) atEnd.current = true;
      lastTop.current = outer.scrollTop;
    };
    const observer = new ResizeObserver(follow);
    observer.observe(inner);
    observer.observe(outer);
    outer.addEventListener('scroll', look, { passive: true });
    follow();
    return () => {
      observer.disconnect();
      outer.removeEventListener('scroll', look);
    };
  }, [follow]);
  return { scroller, content, toEnd };
}
