import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Row } from '../../src/protocol/inspectorRows';
import type { RowRange } from './rowGeometry';

/** A row in its place. */
export interface PlacedRow {
  readonly position: number;
  /** Undefined until its page has come. */
  readonly row: Row | undefined;
  readonly selected: boolean;
  /** Whether Tab leads here. */
  readonly tabbable: boolean;
  /** For the heading of a turn: whether the rest of it is folded away. */
  readonly folded: boolean;
}

/** An element of the list, which shows one row after the other. */
export interface RowSlot {
  readonly id: number;
  /** Null while it shows none. */
  readonly placed: ReadonlySignal<PlacedRow | null>;
}

/**
 * The elements of the list. While one scrolls, a row that goes out of what is drawn leaves its element to one that comes
 * in: nothing is made or thrown away, and only the elements whose row changes are drawn again.
 */
export class RowSlots {
  /** Grows where more rows are drawn at once than ever before. */
  readonly all = signal<readonly RowSlot[]>([]);
  private readonly slots: (RowSlot & { readonly placed: Signal<PlacedRow | null> })[] = [];
  private readonly slotAt = new Map<number, number>();

  /**
   * Shows the rows of a range, and that at `cursor` wherever it is: it holds the focus, and its element is not another's
   * before the cursor moves.
   */
  show(range: RowRange, cursor: number | null, rowAt: (position: number) => PlacedRow): void {
    const wanted = positionsOf(range, cursor);
    const isWanted = (position: number): boolean =>
      position === cursor || (position >= range.first && position < range.end);
    for (const position of this.slotAt.keys()) if (!isWanted(position)) this.slotAt.delete(position);
    const taken = new Set(this.slotAt.values());
    let next = 0;
    const takeFree = (): number => {
      while (taken.has(next)) next += 1;
      taken.add(next);
      return next;
    };
    batch(() => {
      for (const position of wanted) {
        const id = this.slotAt.get(position) ?? takeFree();
        this.slotAt.set(position, id);
        this.place(id, rowAt(position));
      }
      this.slots.forEach((slot, id) => {
        if (!taken.has(id)) slot.placed.value = null;
      });
      if (this.all.peek().length !== this.slots.length) this.all.value = [...this.slots];
    });
  }

  private place(id: number, next: PlacedRow): void {
    while (this.slots.length <= id) this.slots.push({ id: this.slots.length, placed: signal<PlacedRow | null>(null) });
    const placed = this.slots[id]?.placed;
    if (placed !== undefined && !isSame(placed.peek(), next)) placed.value = next;
  }
}

function positionsOf({ first, end }: RowRange, cursor: number | null): number[] {
  const positions = Array.from({ length: end - first }, (_, offset) => first + offset);
  return cursor === null || (cursor >= first && cursor < end) ? positions : [...positions, cursor];
}

function isSame(one: PlacedRow | null, other: PlacedRow): boolean {
  return (
    one?.position === other.position &&
    one.row === other.row &&
    one.selected === other.selected &&
    one.tabbable === other.tabbable &&
    one.folded === other.folded
  );
}
