import { hashBytes } from './byteHash';
import type { EncodingName } from './encodingName';
import type { PackedRanks } from './packedRanks';
import { EMPTY_SLOT, RANK_MASK } from './rankSlots';
import { byteAt, integerAt } from './typedReads';

/** Rank of a byte sequence that is not a token. */
export const NO_RANK = -1;

/**
 * The merge ranks of one encoding: byte sequence to rank (which is also the token's number).
 *
 * A hash table in typed arrays. Strings as keys, as in a `Map`, would cost an allocation per look-up and about eight times
 * the memory. About 5 MB for o200k_base.
 */
export class RankTable {
  readonly encoding: EncodingName;
  /** Length of the longest token in bytes. */
  readonly longestToken: number;
  readonly #bytes: Uint8Array;
  readonly #lengths: Uint8Array;
  readonly #offsets: Int32Array;
  readonly #slots: Int32Array;
  readonly #slotMask: number;
  readonly #pairs: Int32Array;

  constructor({ encoding, lengths, bytes, slots }: PackedRanks) {
    this.encoding = encoding;
    this.#bytes = bytes;
    this.#lengths = lengths;
    this.#offsets = new Int32Array(lengths.length);
    this.#slots = slots;
    this.#slotMask = slots.length - 1;
    this.#pairs = new Int32Array(0x10000).fill(NO_RANK);

    let longest = 0;
    let offset = 0;
    for (let rank = 0; rank < lengths.length; rank++) {
      // Runs once, before it is compiled: without a call it takes a few milliseconds less.
      const length = lengths[rank] ?? 0;
      this.#offsets[rank] = offset;
      if (length === 2) this.#pairs[(byteAt(bytes, offset) << 8) | byteAt(bytes, offset + 1)] = rank;
      offset += length;
      if (length > longest) longest = length;
    }
    this.longestToken = longest;
  }

  /** Rank of the two bytes, or `NO_RANK`. */
  rankOfPair(first: number, second: number): number {
    return integerAt(this.#pairs, (first << 8) | second);
  }

  /** Rank of `bytes[start, end)`, or `NO_RANK`. */
  rankOf(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > this.longestToken) return NO_RANK;
    return this.rankOfHashed(bytes, start, end, hashBytes(bytes, start, end));
  }

  /** As `rankOf`, for a caller that needs the hash (of `hashBytes`) itself. */
  rankOfHashed(bytes: Uint8Array, start: number, end: number, hash: number): number {
    for (let slot = hash & this.#slotMask; ; slot = (slot + 1) & this.#slotMask) {
      const entry = integerAt(this.#slots, slot);
      if (entry === EMPTY_SLOT) return NO_RANK;
      // Equal above the rank: the same bits of the hash.
      if (((entry ^ hash) & ~RANK_MASK) === 0 && this.#isToken(entry & RANK_MASK, bytes, start, end)) {
        return entry & RANK_MASK;
      }
    }
  }

  #isToken(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if (byteAt(this.#lengths, rank) !== length) return false;
    const offset = integerAt(this.#offsets, rank);
    for (let index = 0; index < length; index++) {
      if (byteAt(this.#bytes, offset + index) !== byteAt(bytes, start + index)) return false;
    }
    return true;
  }
}
