import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

interface VirtualRowsOptions {
  readonly count: number;
  /** Height of every row, CSS pixels. */
  readonly rowHeight: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Row that stays in the page however far away it is, as it holds the focus. */
  readonly cursor: number;
}

/** Rows drawn beyond each edge, so that scrolling meets rows that are there. */
const overscan = 12;

/** The library's virtualizer, drawn again whenever what is in sight changes. */
export function useVirtualRows({
  count,
  rowHeight,
  scroller,
  cursor,
}: VirtualRowsOptions): Virtualizer<HTMLDivElement, HTMLDivElement> {
  const [, drawAgain] = useReducer((draws: number) => draws + 1, 0);
  const options: VirtualizerOptions<HTMLDivElement, HTMLDivElement> = {
    count,
    overscan,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    rangeExtractor: (range) => {
      const positions = defaultRangeExtractor(range);
      return cursor < count && !positions.includes(cursor) ? [...positions, cursor] : positions;
    },
    onChange: () => {
      drawAgain(undefined);
    },
  };
  const [virtualizer] = useState(() => new Virtualizer(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
  });
  return virtualizer;
}
