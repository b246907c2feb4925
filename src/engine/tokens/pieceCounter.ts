import { hashBytes } from './byteHash';
import { countLongPiece, tokenStarts } from './longMerge';
import { LongPieces } from './longPieces';
import { CACHED_PIECE_BYTES, NOT_CACHED, PieceCache } from './pieceCache';
import { NO_RANK, type RankTable } from './rankTable';
import { SHORT_PIECE_BYTES, ShortMerge } from './shortMerge';
import { byteAt } from './typedReads';

/** Counts and parts the tokens of single pieces by the cheapest way each allows. */
export class PieceCounter {
  readonly #table: RankTable;
  readonly #cache = new PieceCache();
  readonly #shortMerge: ShortMerge;
  readonly #long: LongPieces;

  constructor(table: RankTable) {
    this.#table = table;
    this.#shortMerge = new ShortMerge(table);
    this.#long = new LongPieces(table);
  }

  /** Tokens of the piece `bytes[start, end)`, which is not empty. */
  count(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length === 1) return 1;
    if (length === 2) return this.#table.rankOfPair(byteAt(bytes, start), byteAt(bytes, start + 1)) === NO_RANK ? 2 : 1;
    if (length > SHORT_PIECE_BYTES) return this.#countLong(bytes, start, end);
    const hash = hashBytes(bytes, start, end);
    // Most pieces of ordinary text are a token themselves.
    if (this.#table.rankOfHashed(bytes, start, end, hash) !== NO_RANK) return 1;
    if (length > CACHED_PIECE_BYTES) return this.#shortMerge.count(bytes, start, end);
    const known = this.#cache.find(bytes, start, end, hash);
    if (known !== NOT_CACHED) return known;
    const tokens = this.#shortMerge.count(bytes, start, end);
    this.#cache.store(bytes, start, end, hash, tokens);
    return tokens;
  }

  #countLong(bytes: Uint8Array, start: number, end: number): number {
    if (this.#table.rankOf(bytes, start, end) !== NO_RANK) return 1;
    if (this.#long.remembers(end - start)) return this.#long.count(bytes, start, end);
    return countLongPiece(this.#table, bytes, start, end);
  }

  /** Where each token of the piece `bytes[start, end)` starts, ascending. */
  tokenStarts(bytes: Uint8Array, start: number, end: number): number[] {
    if (this.#long.remembers(end - start)) return this.#long.tokenStarts(bytes, start, end);
    return tokenStarts(this.#table, bytes, start, end);
  }
}
