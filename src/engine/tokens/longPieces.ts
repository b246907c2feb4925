import { tokenStarts } from './longMerge';
import type { RankTable } from './rankTable';

/** Bytes from which a piece is worth remembering; a megabyte takes about a second to merge. */
const REMEMBERED_BYTES = 8_192;

/** Pieces remembered: a result is counted, then measured from both ends, while another may be looked at. */
const REMEMBERED_PIECES = 4;

interface MergedPiece {
  readonly bytes: Uint8Array;
  /** Where each token starts, from the start of the piece. */
  readonly starts: Int32Array;
}

/**
 * The tokens of long unbroken pieces, each merged once: a large result is counted, cut at its beginning, cut at its end and
 * counted again, which would take several times as long.
 */
export class LongPieces {
  readonly #table: RankTable;
  /** The newest last. */
  readonly #known: MergedPiece[] = [];

  constructor(table: RankTable) {
    this.#table = table;
  }

  /** Tokens of the piece `bytes[start, end)`. */
  count(bytes: Uint8Array, start: number, end: number): number {
    return this.#merged(bytes, start, end).length;
  }

  /** Where each token of the piece starts, ascending, as byte offsets into `bytes`. */
  tokenStarts(bytes: Uint8Array, start: number, end: number): number[] {
    return Array.from(this.#merged(bytes, start, end), (offset) => start + offset);
  }

  /** Whether a piece of that many bytes is remembered. */
  remembers(length: number): boolean {
    return length >= REMEMBERED_BYTES;
  }

  #merged(bytes: Uint8Array, start: number, end: number): Int32Array {
    const known = this.#known.find((piece) => isSame(piece.bytes, bytes, start, end));
    if (known !== undefined) return known.starts;
    const piece = bytes.slice(start, end);
    const starts = Int32Array.from(tokenStarts(this.#table, piece, 0, piece.length));
    this.#known.push({ bytes: piece, starts });
    if (this.#known.length > REMEMBERED_PIECES) this.#known.shift();
    return starts;
  }
}

function isSame(piece: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (piece.length !== end - start) return false;
  for (let index = 0; index < piece.length; index++) if (piece[index] !== bytes[start + index]) return false;
  return true;
}
