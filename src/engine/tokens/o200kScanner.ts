import {
  CASELESS,
  characterAt,
  kindOf,
  lengthOf,
  LETTER,
  LOWER,
  MARK,
  NUMBER,
  OTHER,
  skipKinds,
  SPACE,
  UPPER,
} from './characterKinds';
import { contractionEnd, NO_MATCH, numberEnd, punctuationEnd, whiteSpaceEnd } from './pieceRules';
import { byteAt } from './typedReads';

// The split pattern of o200k_base (openai/tiktoken, tiktoken_ext/openai_public.py), one alternative a line:
//   1  [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(contraction)?
//   2  [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(contraction)?
//   3  \p{N}{1,3}
//   4   ?[^\s\p{L}\p{N}]+[\r\n/]*
//   5  \s*[\r\n]+    6  \s+(?!\S)    7  \s+

const HEAD = UPPER | CASELESS | MARK;
const TAIL = LOWER | CASELESS | MARK;
const MAY_LEAD_A_WORD = SPACE | OTHER | MARK;

/** Where the piece of o200k_base that starts at `start` ends. */
export function o200kPieceEnd(bytes: Uint8Array, start: number, end: number): number {
  const first = characterAt(bytes, start);
  const word = wordEnd(bytes, start, end, first);
  if (word !== NO_MATCH) return contractionEnd(bytes, word, end);
  if (kindOf(first) === NUMBER) return numberEnd(bytes, start, end);
  const punctuation = punctuationEnd(bytes, start, end);
  if (punctuation !== NO_MATCH) return trailerEnd(bytes, punctuation, end);
  return whiteSpaceEnd(bytes, start, end);
}

/** Alternatives 1 and 2 without the contraction. Each is first tried with the optional leading character. */
function wordEnd(bytes: Uint8Array, start: number, end: number, first: number): number {
  if ((first & LETTER) !== 0) return Math.abs(wordBodyEnd(bytes, start, end));
  if ((first & MAY_LEAD_A_WORD) === 0) return NO_MATCH;
  const led = wordBodyEnd(bytes, start + lengthOf(first), end);
  if (led > 0 || (first & MARK) === 0) return Math.abs(led);
  // A mark is both: it may lead a word, and it may be the tail of one, so that alternative 1 always matches it.
  return wordBodyEnd(bytes, start, end);
}

/**
 * A word without its leading character: its end where alternative 1 matches, its negated end where only alternative 2
 * does, `NO_MATCH` where neither does.
 */
function wordBodyEnd(bytes: Uint8Array, start: number, end: number): number {
  let position = start;
  let afterTailLetter = NO_MATCH;
  while (position < end) {
    const character = characterAt(bytes, position);
    // A lower-case letter ends the head and is the first of the tail that alternative 1 needs.
    if ((character & LOWER) !== 0) return skipKinds(bytes, position, end, TAIL);
    if ((character & HEAD) === 0) break;
    position += lengthOf(character);
    if ((character & TAIL) !== 0) afterTailLetter = position;
  }
  // No lower-case letter: the head gives back characters until one can serve as the tail.
  if (afterTailLetter !== NO_MATCH) return afterTailLetter;
  return position > start ? -position : NO_MATCH;
}

/** The end of `[\r\n/]*`. */
function trailerEnd(bytes: Uint8Array, start: number, end: number): number {
  let position = start;
  while (position < end && isTrailer(byteAt(bytes, position))) position++;
  return position;
}

function isTrailer(byte: number): boolean {
  return byte === 0x0a || byte === 0x0d || byte === 0x2f;
}
