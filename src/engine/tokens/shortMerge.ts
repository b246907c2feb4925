import { NO_RANK, type RankTable } from './rankTable';
import { byteAt, integerAt } from './typedReads';

/** Longest piece, in bytes, that `ShortMerge` takes: beyond it the quadratic scan costs more than a heap. */
export const SHORT_PIECE_BYTES = 128;

const UNMERGEABLE = 0x7fffffff;

/**
 * Byte-pair merging for pieces of up to `SHORT_PIECE_BYTES` bytes: each step merges the neighbours whose union has the
 * lowest rank, the leftmost first, found by a scan over one small array. Quadratic, and the fastest way for words.
 *
 * Byte-pair encoding: Sennrich, Haddow, Birch, "Neural Machine Translation of Rare Words with Subword Units" (2016).
 * The array of parts with the rank of each part and its successor follows tiktoken (openai/tiktoken, src/lib.rs).
 */
export class ShortMerge {
  readonly #table: RankTable;
  /** Start of each part; one more marks the end of the last. */
  readonly #starts = new Int32Array(SHORT_PIECE_BYTES + 1);
  /** Rank of each part together with its successor. */
  readonly #ranks = new Int32Array(SHORT_PIECE_BYTES + 1);

  constructor(table: RankTable) {
    this.#table = table;
  }

  /** Tokens of the piece `bytes[start, end)`. */
  count(bytes: Uint8Array, start: number, end: number): number {
    const starts = this.#starts;
    const ranks = this.#ranks;
    let parts = this.#splitIntoBytes(bytes, start, end);
    while (parts > 1) {
      const left = lowest(ranks, parts - 1);
      if (integerAt(ranks, left) === UNMERGEABLE) break;
      removeEntry(starts, left + 1, parts + 1);
      removeEntry(ranks, left + 1, parts);
      parts--;
      ranks[left] = left + 1 < parts ? this.#rankOfParts(bytes, left) : UNMERGEABLE;
      if (left > 0) ranks[left - 1] = this.#rankOfParts(bytes, left - 1);
    }
    return parts;
  }

  #splitIntoBytes(bytes: Uint8Array, start: number, end: number): number {
    const parts = end - start;
    for (let part = 0; part < parts; part++) {
      this.#starts[part] = start + part;
      const rank =
        part + 1 < parts
          ? this.#table.rankOfPair(byteAt(bytes, start + part), byteAt(bytes, start + part + 1))
          : NO_RANK;
      this.#ranks[part] = rank === NO_RANK ? UNMERGEABLE : rank;
    }
    this.#starts[parts] = end;
    return parts;
  }

  #rankOfParts(bytes: Uint8Array, part: number): number {
    const rank = this.#table.rankOf(bytes, integerAt(this.#starts, part), integerAt(this.#starts, part + 2));
    return rank === NO_RANK ? UNMERGEABLE : rank;
  }
}

function lowest(ranks: Int32Array, length: number): number {
  let index = 0;
  let value = integerAt(ranks, 0);
  for (let other = 1; other < length; other++) {
    const rank = integerAt(ranks, other);
    if (rank < value) {
      value = rank;
      index = other;
    }
  }
  return index;
}

/** For arrays this short a loop is faster than `copyWithin`. */
function removeEntry(integers: Int32Array, index: number, length: number): void {
  for (let next = index + 1; next < length; next++) integers[next - 1] = integerAt(integers, next);
}
