import type { RowFilter } from '../../protocol/inspectorRows';
import { RowIndex, type RowSource } from './rowIndex';
import { createRowMatcher } from './rowMatcher';

/** Filters whose indexes are kept: the one in use, and the last few to go back to. */
const KEPT_INDEXES = 6;

/** The index of each filter in use. One that depends on fates is built anew once a decision has changed them. */
export class RowIndexes {
  readonly #indexes = new Map<string, { readonly index: RowIndex; readonly fateVersion: number }>();

  constructor(private readonly source: RowSource) {}

  /** @param fateVersion changes whenever a fate may have changed */
  indexFor(filter: RowFilter, fateVersion: number): RowIndex {
    const key = keyOf(filter);
    const known = this.#indexes.get(key);
    this.#indexes.delete(key);
    const usable = known !== undefined && (known.fateVersion === fateVersion || !known.index.matcher.dependsOnFates);
    const index = usable ? known.index : new RowIndex(this.source, createRowMatcher(filter));
    // A map keeps the order of insertion: the first key is the one not used for longest.
    this.#indexes.set(key, { index, fateVersion });
    for (const oldest of this.#indexes.keys()) {
      if (this.#indexes.size <= KEPT_INDEXES) break;
      this.#indexes.delete(oldest);
    }
    return index;
  }
}

function keyOf({ fates, roles, tools, text, differs = false }: RowFilter): string {
  return JSON.stringify([[...fates].sort(), [...roles].sort(), [...tools].sort(), text.toLowerCase(), differs]);
}
