/** Height of a row, CSS pixels; `--row` in timeline.css is the same. */
export const rowHeight = 28;

/** Rows drawn beyond each edge, so that scrolling meets rows that are there. */
const overscan = 12;

/** Positions of rows, `end` not among them. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

export type Alignment = 'nearest' | 'start' | 'center' | 'end';

/** Where one looks: CSS pixels from the top of the list, and of the list that are in sight. */
export interface ListView {
  readonly top: number;
  readonly height: number;
}

/** The rows in sight of `count`, also those in part. */
export function rowsInSight({ top, height }: ListView, count: number): RowRange {
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight), count - 1));
  return { first, end: Math.max(first, Math.min(count, Math.ceil((top + height) / rowHeight))) };
}

/**
 * The rows that are drawn of `count`: those in sight and some beyond. There are as many of them wherever one scrolls, so
 * that each row that goes out of it makes room for one that comes in.
 */
export function rowsDrawn({ top, height }: ListView, count: number): RowRange {
  const size = Math.min(count, Math.ceil(height / rowHeight) + 1 + 2 * overscan);
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - overscan, count - size));
  return { first, end: first + size };
}

/** The place of the list, CSS pixels, that brings a row of `count` into sight; the same one where `nearest` is in sight. */
export function topFor(position: number, alignment: Alignment, { top, height }: ListView, count: number): number {
  const start = position * rowHeight;
  const limit = Math.max(0, count * rowHeight - height);
  const within = (wanted: number): number => Math.max(0, Math.min(wanted, limit));
  switch (alignment) {
    case 'start':
      return within(start);
    case 'center':
      return within(start - (height - rowHeight) / 2);
    case 'end':
      return within(start + rowHeight - height);
    case 'nearest':
      if (start < top) return within(start);
      return start + rowHeight > top + height ? within(start + rowHeight - height) : top;
  }
}
