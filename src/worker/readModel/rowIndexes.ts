import type { RowFilter } from '../../protocol/inspectorRows';
import { RowIndex } from './rowIndex';
import { createRowMatcher } from './rowMatcher';
import type { RowSource, WhatIfFates } from './rowSource';

/** Filters whose indexes are kept: the one in use, and the last few to go back to. */
const KEPT_INDEXES = 6;

/** Each changes whenever what is meant may have changed. */
export interface IndexVersions {
  readonly fates: number;
  readonly problems: number;
}

/** The index of each filter in use. One that depends on what has changed since is built anew. */
export class RowIndexes {
  readonly #indexes = new Map<string, { readonly index: RowIndex; readonly versions: IndexVersions }>();

  constructor(private readonly source: RowSource) {}

  /** @param whatIf of the filter's request */
  indexFor(filter: RowFilter, versions: IndexVersions, whatIf: WhatIfFates | null): RowIndex {
    const key = keyOf(filter);
    const known = this.#indexes.get(key);
    this.#indexes.delete(key);
    const usable = known !== undefined && isUsable(known, versions);
    const index = usable ? known.index : new RowIndex(this.source, createRowMatcher(filter), whatIf);
    // A map keeps the order of insertion: the first key is the one not used for longest.
    this.#indexes.set(key, { index, versions });
    for (const oldest of this.#indexes.keys()) {
      if (this.#indexes.size <= KEPT_INDEXES) break;
      this.#indexes.delete(oldest);
    }
    return index;
  }
}

function isUsable(
  { index, versions }: { readonly index: RowIndex; readonly versions: IndexVersions },
  now: IndexVersions,
): boolean {
  const { dependsOnFates, dependsOnProblems } = index.matcher;
  return (
    (!dependsOnFates || versions.fates === now.fates) && (!dependsOnProblems || versions.problems === now.problems)
  );
}

function keyOf(filter: RowFilter): string {
  const { fates, roles, tools, text, differs = false, layers = [], problems = false, whatIf, changes = false } = filter;
  const lists = [[...fates].sort(), [...roles].sort(), [...tools].sort(), [...layers].sort()];
  return JSON.stringify([...lists, text.toLowerCase(), differs, problems, changes ? (whatIf ?? '') : null]);
}
