import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/protocol/inspectorRows';
import { RowSlots, type PlacedRow } from '../../webview/inspector/rowSlots';

const row: Row = {
  kind: 'turn',
  turn: 1,
  title: 'x',
  messageCount: 1,
  tokensOriginal: 1,
  tokensInContext: 1,
  fates: {},
};

/** Shows a range and says which element shows which position; null where it shows none. */
function show(slots: RowSlots, first: number, end: number, cursor: number | null = null): (number | null)[] {
  slots.show({ first, end }, cursor, (position) => placed(position, cursor));
  return slots.all.value.map((slot) => slot.placed.value?.position ?? null);
}

function placed(position: number, cursor: number | null): PlacedRow {
  return { position, row, selected: false, tabbable: position === cursor, folded: false };
}

describe('RowSlots', () => {
  it('gives the elements of rows that went to those that came, and leaves the others alone', () => {
    const slots = new RowSlots();
    expect(show(slots, 0, 5)).toEqual([0, 1, 2, 3, 4]);
    const { all } = slots;
    const elements = all.value;
    const before = elements.map((slot) => slot.placed.value);
    expect(show(slots, 2, 7)).toEqual([5, 6, 2, 3, 4]);
    expect(all.value).toBe(elements);
    expect(elements.map((slot) => slot.placed.value).slice(2)).toEqual(before.slice(2));
    expect(elements[2]?.placed.value).toBe(before[2]);
  });

  it('stands in order again after a jump', () => {
    const slots = new RowSlots();
    show(slots, 0, 4);
    show(slots, 1, 5);
    expect(show(slots, 100, 104)).toEqual([100, 101, 102, 103]);
  });

  it('leaves the element of the cursor to it, however far away one scrolls', () => {
    const slots = new RowSlots();
    show(slots, 0, 4, 1);
    expect(show(slots, 50, 54, 1)).toEqual([50, 1, 51, 52, 53]);
    expect(show(slots, 0, 4, 1)).toEqual([0, 1, 2, 3, null]);
  });

  it('shows each position once, and nothing else, whatever is shown in turn', () => {
    const slots = new RowSlots();
    for (let step = 0; step < 200; step += 1) {
      const first = (step * 37) % 90;
      const end = first + 5 + (step % 7);
      const cursor = (step * 11) % 100;
      const wanted = new Set([cursor, ...Array.from({ length: end - first }, (_, offset) => first + offset)]);
      const shown = show(slots, first, end, cursor).filter((position) => position !== null);
      expect(shown.toSorted((a, b) => a - b)).toEqual([...wanted].toSorted((a, b) => a - b));
    }
    expect(slots.all.value.length).toBeLessThanOrEqual(13);
  });

  it('draws nothing again that is the same', () => {
    const slots = new RowSlots();
    show(slots, 0, 3, 0);
    const before = slots.all.value.map((slot) => slot.placed.value);
    show(slots, 0, 3, 0);
    slots.all.value.forEach((slot, id) => {
      expect(slot.placed.value).toBe(before[id]);
    });
    show(slots, 0, 3, 1);
    expect(slots.all.value.map((slot) => slot.placed.value === before[slot.id])).toEqual([false, false, true]);
  });
});
