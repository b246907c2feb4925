import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/** The width of an element in CSS pixels, kept current; 0 until it is laid out. */
export function useElementWidth<Target extends Element>(): readonly [RefObject<Target | null>, number] {
  const element = useRef<Target>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const observer = new ResizeObserver(() => {
      setWidth(Math.round(target.clientWidth));
    });
    observer.observe(target);
    setWidth(Math.round(target.clientWidth));
    return () => {
      observer.disconnect();
    };
  }, []);
  return [element, width];
}
