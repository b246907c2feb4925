import { cl100kPieceEnd } from './cl100kScanner';
import type { EncodingName } from './encodingName';
import { o200kPieceEnd } from './o200kScanner';
import { PieceCounter } from './pieceCounter';
import type { PieceScanner } from './pieceRules';
import type { RankTable } from './rankTable';
import { prefixEnd, suffixStart, type TokenSplitter } from './tokenBoundary';
import { Utf8Buffer, utf16Length } from './utf8Buffer';

/**
 * Counts tokens exactly as the encoding's tokenizer does, without producing them: a hand-written scan instead of a
 * regular expression, typed arrays instead of strings, and no step that is quadratic in the text.
 *
 * The text of special tokens (`<|endoftext|>`) counts as ordinary text; a lone surrogate counts as U+FFFD.
 * Holds some 2 MB for its cache and buffer; use one instance per encoding.
 */
export class ExactCounter {
  readonly method = 'counted';
  readonly #buffer = new Utf8Buffer();
  readonly #splitter: TokenSplitter;

  constructor(table: RankTable) {
    const pieces = new PieceCounter(table);
    this.#splitter = {
      pieceEnd: scannerFor(table.encoding),
      countPiece: (bytes, start, end) => pieces.count(bytes, start, end),
      tokenStarts: (bytes, start, end) => pieces.tokenStarts(bytes, start, end),
    };
  }

  /** Tokens of the text. */
  countText(text: string): number {
    const end = this.#buffer.encode(text);
    const bytes = this.#buffer.bytes;
    const { pieceEnd, countPiece } = this.#splitter;
    let tokens = 0;
    for (let start = 0; start < end;) {
      const next = pieceEnd(bytes, start, end);
      tokens += countPiece(bytes, start, next);
      start = next;
    }
    return tokens;
  }

  /** See `TokenCounter`. Linear in the text. */
  prefixWithin(text: string, tokens: number): number {
    const end = this.#buffer.encode(text);
    return utf16Length(this.#buffer.bytes, prefixEnd(this.#splitter, this.#buffer.bytes, end, tokens));
  }

  /**
   * See `TokenCounter`. In both encodings a piece begins at a space behind what is none, and behind a line break with
   * neither white space nor a slash behind it, whatever else stands there. Only ASCII is looked at.
   */
  isSeam(text: string, offset: number): boolean {
    const before = text.charCodeAt(offset - 1);
    const behind = text.charCodeAt(offset);
    if (behind === SPACE) return isVisible(before);
    return before === LINE_FEED && isVisible(behind) && behind !== SLASH;
  }

  /** See `TokenCounter`. Linear in the text. */
  suffixWithin(text: string, tokens: number): number {
    const end = this.#buffer.encode(text);
    return utf16Length(this.#buffer.bytes, suffixStart(this.#splitter, this.#buffer.bytes, end, tokens));
  }
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const SLASH = 0x2f;

/** A printable character of ASCII that is no white space. */
function isVisible(code: number): boolean {
  return code > SPACE && code < 0x7f;
}

function scannerFor(encoding: EncodingName): PieceScanner {
  switch (encoding) {
    case 'o200k_base':
      return o200kPieceEnd;
    case 'cl100k_base':
      return cl100kPieceEnd;
  }
}
