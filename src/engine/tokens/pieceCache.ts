import { byteAt, integerAt } from './typedReads';

/** Longest piece, in bytes, that the cache keeps. */
export const CACHED_PIECE_BYTES = 32;

/** 32 768 entries of 38 bytes, 1.2 MB: past that more entries gain nothing measurable on sessions of a million tokens. */
const ENTRIES = 1 << 15;

/** What `find` returns for a piece that is not in the cache. */
export const NOT_CACHED = 0;

/**
 * Token counts of pieces met before. Direct-mapped with fixed memory: a piece has one place and replaces what was there.
 * A map with least-recent-use order thrashes on large sessions and allocates a string per look-up.
 */
export class PieceCache {
  readonly #hashes = new Int32Array(ENTRIES);
  readonly #lengths = new Uint8Array(ENTRIES);
  readonly #counts = new Uint8Array(ENTRIES);
  readonly #bytes = new Uint8Array(ENTRIES * CACHED_PIECE_BYTES);

  /** Tokens of the piece `bytes[start, end)` with this hash, or `NOT_CACHED`. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const entry = hash & (ENTRIES - 1);
    const length = end - start;
    if (integerAt(this.#hashes, entry) !== hash || byteAt(this.#lengths, entry) !== length) return NOT_CACHED;
    const offset = entry * CACHED_PIECE_BYTES;
    for (let index = 0; index < length; index++) {
      if (byteAt(this.#bytes, offset + index) !== byteAt(bytes, start + index)) return NOT_CACHED;
    }
    return byteAt(this.#counts, entry);
  }

  /** Remembers the tokens of a piece of at most `CACHED_PIECE_BYTES` bytes. */
  store(bytes: Uint8Array, start: number, end: number, hash: number, tokens: number): void {
    const entry = hash & (ENTRIES - 1);
    const length = end - start;
    const offset = entry * CACHED_PIECE_BYTES;
    this.#hashes[entry] = hash;
    this.#lengths[entry] = length;
    this.#counts[entry] = tokens;
    for (let index = 0; index < length; index++) this.#bytes[offset + index] = byteAt(bytes, start + index);
  }
}
