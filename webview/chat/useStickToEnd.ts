import { useEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

/** Nearer to the end than this many CSS pixels counts as being there. */
const nearEnd = 24;

/**
 * Keeps a scrolling element at its end while its content grows, unless its reader has scrolled away from there.
 * `content` is the child that grows.
 */
export function useStickToEnd<Scroller extends HTMLElement, Content extends HTMLElement>(): {
  readonly scroller: RefObject<Scroller | null>;
  readonly content: RefObject<Content | null>;
} {
  const scroller = useRef<Scroller>(null);
  const content = useRef<Content>(null);
  useEffect(() => {
    const outer = scroller.current;
    const inner = content.current;
    if (outer === null || inner === null) return undefined;
    let atEnd = true;
    const follow = (): void => {
      if (atEnd) outer.scrollTop = outer.scrollHeight;
    };
    const look = (): void => {
      atEnd = outer.scrollHeight - outer.scrollTop - outer.clientHeight < nearEnd;
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
  }, []);
  return { scroller, content };
}
