import type { Entry } from './entry';

/** Finds entries by their uuids. Most lines link to the one before them, so that many a file needs no table for it. */
export class EntryIndex {
  private positions: ReadonlyMap<string, number> | null = null;

  /** @param entries no two of the same uuid */
  constructor(private readonly entries: readonly Entry[]) {}

  entryOf(uuid: string): Entry | undefined {
    return this.entries[this.positionOf(uuid)];
  }

  /**
   * The position of an entry, or -1 where there is none of this uuid.
   *
   * @param guess where it probably is
   */
  positionOf(uuid: string, guess = -1): number {
    if (this.entries[guess]?.uuid === uuid) return guess;
    this.positions ??= new Map(this.entries.map((entry, position) => [entry.uuid, position]));
    return this.positions.get(uuid) ?? -1;
  }
}
