import type { PieceScanner } from './pieceRules';
import { isCharacterStart } from './utf8Buffer';

/** What it takes to walk a text token by token. Positions are byte offsets into well-formed UTF-8. */
export interface TokenSplitter {
  readonly pieceEnd: PieceScanner;
  readonly countPiece: (bytes: Uint8Array, start: number, end: number) => number;
  /** Where each token of a piece starts, ascending. */
  readonly tokenStarts: (bytes: Uint8Array, start: number, end: number) => number[];
}

/** Up to this length every character of the piece at the boundary is tried; in a longer one only token boundaries. */
const EXHAUSTIVE_PIECE_BYTES = 64;

/** Token boundaries tried in a long piece. One nearly always does; each try costs as much as counting the piece. */
const BOUNDARIES_TRIED = 4;

/**
 * The end of a beginning of `bytes[0, end)` that has at most `tokens` tokens by itself. It is the longest one as
 * long as longer ones have no fewer tokens, which nearly always holds; inside a piece of more than 64 bytes it may be
 * some tokens short.
 */
export function prefixEnd(splitter: TokenSplitter, bytes: Uint8Array, end: number, tokens: number): number {
  let previous = 0;
  let left = tokens;
  let previousCost = 0;
  for (let start = 0; start < end;) {
    const next = splitter.pieceEnd(bytes, start, end);
    const cost = splitter.countPiece(bytes, start, next);
    if (cost > left) {
      // A cut inside this piece can change how the piece before it is split (white space), so that one is counted again.
      const budget = left + previousCost;
      const fits = (cut: number): boolean => countRange(splitter, bytes, previous, cut) <= budget;
      return prefixCuts(splitter, bytes, start, next, left).find(fits) ?? start;
    }
    left -= cost;
    previous = start;
    previousCost = cost;
    start = next;
  }
  return end;
}

/**
 * The start of an end of `bytes[0, end)` that has at most `tokens` tokens by itself. It is the longest one as
 * long as longer ones have no fewer tokens, which nearly always holds; inside a piece of more than 64 bytes it may be
 * some tokens short.
 */
export function suffixStart(splitter: TokenSplitter, bytes: Uint8Array, end: number, tokens: number): number {
  let left = countRange(splitter, bytes, 0, end);
  if (left <= tokens) return 0;
  for (let start = 0; ;) {
    const next = splitter.pieceEnd(bytes, start, end);
    left -= splitter.countPiece(bytes, start, next);
    if (left <= tokens) {
      const fits = (cut: number): boolean => suffixFits(splitter, bytes, end, cut, { next, left }, tokens);
      return suffixCuts(splitter, bytes, start, next, tokens - left).find(fits) ?? next;
    }
    start = next;
  }
}

/**
 * Cuts to try in the piece `bytes[start, end)`, the longest beginning first. Its end is one: where the text behind a last
 * blank is gone, that blank is no longer a piece of its own.
 */
function prefixCuts(splitter: TokenSplitter, bytes: Uint8Array, start: number, end: number, tokens: number): number[] {
  if (end - start <= EXHAUSTIVE_PIECE_BYTES) return [end, ...characterStarts(bytes, start + 1, end).reverse()];
  // The first tokens of a piece are the tokens of what they spell, since no merge crossed their end.
  return splitter
    .tokenStarts(bytes, start, end)
    .slice(1, tokens + 1)
    .filter((cut) => isCharacterStart(bytes, cut))
    .slice(-BOUNDARIES_TRIED)
    .reverse();
}

/** Cuts to try inside the piece `bytes[start, end)`, the longest end first. */
function suffixCuts(splitter: TokenSplitter, bytes: Uint8Array, start: number, end: number, tokens: number): number[] {
  if (end - start <= EXHAUSTIVE_PIECE_BYTES) return characterStarts(bytes, start + 1, end);
  const starts = splitter.tokenStarts(bytes, start, end);
  return starts
    .slice(Math.max(1, starts.length - tokens))
    .filter((cut) => isCharacterStart(bytes, cut))
    .slice(0, BOUNDARIES_TRIED);
}

function characterStarts(bytes: Uint8Array, start: number, end: number): number[] {
  const starts: number[] = [];
  for (let position = start; position < end; position++) {
    if (isCharacterStart(bytes, position)) starts.push(position);
  }
  return starts;
}

function countRange(splitter: TokenSplitter, bytes: Uint8Array, start: number, end: number): number {
  let tokens = 0;
  for (let position = start; position < end;) {
    const next = splitter.pieceEnd(bytes, position, end);
    tokens += splitter.countPiece(bytes, position, next);
    position = next;
  }
  return tokens;
}

/**
 * Whether `bytes[cut, end)` has at most `tokens` tokens, where the tokens from a later piece boundary on are known. The
 * shifted split and the known one are walked side by side until they meet, mostly at once; a run of digits never does.
 */
function suffixFits(
  splitter: TokenSplitter,
  bytes: Uint8Array,
  end: number,
  cut: number,
  known: { readonly next: number; readonly left: number },
  tokens: number,
): boolean {
  let shifted = cut;
  let counted = 0;
  let { next, left } = known;
  while (shifted !== next) {
    const behind = Math.min(shifted, next);
    const pieceEnd = splitter.pieceEnd(bytes, behind, end);
    const cost = splitter.countPiece(bytes, behind, pieceEnd);
    if (behind === shifted) {
      counted += cost;
      shifted = pieceEnd;
      if (counted > tokens) return false;
    } else {
      left -= cost;
      next = pieceEnd;
    }
  }
  return counted + left <= tokens;
}
