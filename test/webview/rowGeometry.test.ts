import { describe, expect, it } from 'vitest';
import { rowHeight, rowsDrawn, rowsInSight, topFor } from '../../webview/inspector/rowGeometry';

const height = 10 * rowHeight;

describe('the rows in sight', () => {
  it('are those that are seen in part too', () => {
    expect(rowsInSight({ top: 0, height }, 100)).toEqual({ first: 0, end: 10 });
    expect(rowsInSight({ top: 1, height }, 100)).toEqual({ first: 0, end: 11 });
    expect(rowsInSight({ top: 90 * rowHeight, height }, 100)).toEqual({ first: 90, end: 100 });
  });

  it('are none of an empty list, and the last where the list has become shorter', () => {
    expect(rowsInSight({ top: 0, height }, 0)).toEqual({ first: 0, end: 0 });
    expect(rowsInSight({ top: 500 * rowHeight, height }, 100)).toEqual({ first: 99, end: 100 });
  });
});

it('as many rows are drawn wherever one looks, and what is in sight is among them', () => {
  const count = 1_000;
  const size = ({ first, end }: { first: number; end: number }): number => end - first;
  const atTop = size(rowsDrawn({ top: 0, height }, count));
  for (let top = 0; top <= count * rowHeight - height; top += 97) {
    const drawn = rowsDrawn({ top, height }, count);
    const sight = rowsInSight({ top, height }, count);
    expect(size(drawn)).toBe(atTop);
    expect(drawn.first).toBeLessThanOrEqual(sight.first);
    expect(drawn.end).toBeGreaterThanOrEqual(sight.end);
    expect(drawn.end).toBeLessThanOrEqual(count);
  }
  expect(rowsDrawn({ top: 0, height }, 3)).toEqual({ first: 0, end: 3 });
});

it('a row is brought to where it is wanted, and no further than the list goes', () => {
  const view = { top: 50 * rowHeight, height };
  expect(topFor(20, 'start', view, 100)).toBe(20 * rowHeight);
  expect(topFor(20, 'center', view, 100)).toBe(15.5 * rowHeight);
  expect(topFor(99, 'end', view, 100)).toBe(90 * rowHeight);
  expect(topFor(99, 'start', view, 100)).toBe(90 * rowHeight);
  expect(topFor(0, 'center', view, 100)).toBe(0);
  expect([50, 59].map((position) => topFor(position, 'nearest', view, 100))).toEqual([view.top, view.top]);
  expect(topFor(49, 'nearest', view, 100)).toBe(49 * rowHeight);
  expect(topFor(60, 'nearest', view, 100)).toBe(51 * rowHeight);
  expect(topFor(0, 'end', { top: 0, height }, 3)).toBe(0);
});
