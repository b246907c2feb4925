import { MergeHeap, positionOf, rankOf } from './mergeHeap';
import { NO_RANK, type RankTable } from './rankTable';
import { byteAt, integerAt } from './typedReads';

/**
 * Byte-pair merging for pieces of any length in O(n log n): the parts form a linked list, the proposed merges a heap.
 * A proposal whose part has changed since is recognised by its rank and dropped when it comes up.
 *
 * Needed because an unbroken run (spaces, `=`, base64, DNA) is one piece, however long; a quadratic merge takes seconds
 * for 10 KB. Linked list and heap: the usual way for byte-pair and pair-replacement schemes, Larsson and Moffat,
 * "Off-line Dictionary-Based Compression" (1999).
 */
class PartList {
  /** Parts that are left. */
  count: number;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  /** Rank of each part together with its successor, `NO_RANK` where they do not merge or the part is gone. */
  readonly #ranks: Int32Array;
  readonly #heap: MergeHeap;

  constructor(
    private readonly table: RankTable,
    private readonly bytes: Uint8Array,
    private readonly start: number,
    private readonly length: number,
  ) {
    this.count = length;
    this.#next = new Int32Array(length);
    this.#previous = new Int32Array(length);
    this.#ranks = new Int32Array(length);
    this.#heap = new MergeHeap(length);
    for (let part = 0; part < length; part++) {
      this.#next[part] = part + 1;
      this.#previous[part] = part - 1;
      const rank =
        part + 1 < length ? table.rankOfPair(byteAt(bytes, start + part), byteAt(bytes, start + part + 1)) : NO_RANK;
      this.#propose(part, rank);
    }
  }

  mergeAll(): void {
    while (!this.#heap.isEmpty) {
      const proposal = this.#heap.pop();
      const part = positionOf(proposal);
      if (integerAt(this.#ranks, part) === rankOf(proposal)) this.#mergeWithNext(part);
    }
  }

  /** The part that follows, named by the offset of its first byte; the length of the piece after the last. */
  next(part: number): number {
    return integerAt(this.#next, part);
  }

  #mergeWithNext(part: number): void {
    const absorbed = this.next(part);
    const following = this.next(absorbed);
    this.count--;
    this.#ranks[absorbed] = NO_RANK;
    this.#next[part] = following;
    if (following < this.length) {
      this.#previous[following] = part;
      this.#propose(part, this.#rankOf(part, this.next(following)));
    } else {
      this.#ranks[part] = NO_RANK;
    }
    const previous = integerAt(this.#previous, part);
    if (previous >= 0) this.#propose(previous, this.#rankOf(previous, following));
  }

  #propose(part: number, rank: number): void {
    this.#ranks[part] = rank;
    if (rank !== NO_RANK) this.#heap.push(rank, part);
  }

  #rankOf(from: number, to: number): number {
    return this.table.rankOf(this.bytes, this.start + from, this.start + to);
  }
}

/** Tokens of the piece `bytes[start, end)`. */
export function countLongPiece(table: RankTable, bytes: Uint8Array, start: number, end: number): number {
  const parts = new PartList(table, bytes, start, end - start);
  parts.mergeAll();
  return parts.count;
}

/** Where each token of the piece `bytes[start, end)` starts, ascending, as byte offsets into `bytes`. */
export function tokenStarts(table: RankTable, bytes: Uint8Array, start: number, end: number): number[] {
  const length = end - start;
  const parts = new PartList(table, bytes, start, length);
  parts.mergeAll();
  const starts: number[] = [];
  for (let part = 0; part < length; part = parts.next(part)) starts.push(start + part);
  return starts;
}
