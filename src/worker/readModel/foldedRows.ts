import type { Folding } from '../../protocol/inspectorRows';
import type { RowIndex } from './rowIndex';

/**
 * The rows of an index of which those of folded turns show as their heading alone, by place: a look-up costs the logarithm
 * of the turns, new rows what they are. What stands before the first turn always shows.
 */
export class FoldedRows {
  readonly #turns: ReadonlySet<number>;
  /** Where each heading stands among the rows that show. */
  readonly #starts: number[] = [];

  constructor(
    readonly index: RowIndex,
    readonly folding: Folding,
  ) {
    this.#turns = new Set(folding.turns);
  }

  /** Rows that show. */
  get total(): number {
    this.#takeHeadings();
    const { length } = this.#starts;
    return length === 0 ? this.index.total : this.#endOf(length - 1, this.index.total);
  }

  /** Place in the index of a row that shows. */
  placeInIndex(position: number): number {
    const heading = this.#headingBefore(position);
    if (heading < 0) return position;
    return this.#at(this.index.headings, heading) + position - this.#at(this.#starts, heading);
  }

  /** Where a row of the index shows, and the turn it is folded away in. */
  positionOf(place: number): { readonly position: number; readonly foldedIn: number | null } {
    this.#takeHeadings();
    const heading = lastAtOrBefore(this.index.headings, place);
    if (heading < 0) return { position: place, foldedIn: null };
    const start = this.#at(this.#starts, heading);
    const offset = place - this.#at(this.index.headings, heading);
    if (offset > 0 && this.#isFolded(heading)) return { position: start, foldedIn: this.#turnOf(heading) };
    return { position: start + offset, foldedIn: null };
  }

  /** Position of the heading that a row stands under, or is; null before the first turn. */
  headingOf(position: number): number | null {
    const heading = this.#headingBefore(position);
    return heading < 0 ? null : this.#at(this.#starts, heading);
  }

  #headingBefore(position: number): number {
    this.#takeHeadings();
    return lastAtOrBefore(this.#starts, position);
  }

  #takeHeadings(): void {
    const { headings } = this.index;
    for (let heading = this.#starts.length; heading < headings.length; heading++) {
      const place = this.#at(headings, heading);
      this.#starts.push(heading === 0 ? place : this.#endOf(heading - 1, place));
    }
  }

  /** Where what follows a turn shows. @param end place in the index of what follows it */
  #endOf(heading: number, end: number): number {
    const rows = this.#isFolded(heading) ? 1 : end - this.#at(this.index.headings, heading);
    return this.#at(this.#starts, heading) + rows;
  }

  #isFolded(heading: number): boolean {
    return this.#turns.has(this.#turnOf(heading)) === (this.folding.mode === 'named');
  }

  #turnOf(heading: number): number {
    const reference = this.index.at(this.#at(this.index.headings, heading));
    return reference?.kind === 'turn' ? reference.number : 0;
  }

  #at(numbers: readonly number[], place: number): number {
    return numbers[place] ?? 0;
  }
}

/** Place of the last number that is not above another; -1 where all are. */
export function lastAtOrBefore(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
