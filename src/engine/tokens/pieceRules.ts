import { characterAt, kindOf, lengthOf, MARK, NEWLINE, NUMBER, OTHER, skipKinds, SPACE } from './characterKinds';
import { byteAt } from './typedReads';

/**
 * Splits text the way an encoding's pattern does: returns where the piece that starts at `start` ends. Positions are byte
 * offsets into well-formed UTF-8, `start < end`. Pieces are what byte-pair merging works on; no token crosses them.
 */
export type PieceScanner = (bytes: Uint8Array, start: number, end: number) => number;

/** What the pattern alternatives say when they do not match. No piece is empty, so no piece ends at 0. */
export const NO_MATCH = 0;

const APOSTROPHE = 0x27;
const BLANK = 0x20;
const LOWER_CASE_BIT = 0x20;

/** The rule `'(s|t|m|d|re|ve|ll)` in any case of ASCII letters: its end, or `start` where it does not match. */
export function contractionEnd(bytes: Uint8Array, start: number, end: number): number {
  if (start + 1 >= end || byteAt(bytes, start) !== APOSTROPHE) return start;
  switch (asciiLetterAt(bytes, start + 1)) {
    case 's':
    case 't':
    case 'm':
    case 'd':
      return start + 2;
    case 'r':
    case 'v':
      return start + 2 < end && asciiLetterAt(bytes, start + 2) === 'e' ? start + 3 : start;
    case 'l':
      return start + 2 < end && asciiLetterAt(bytes, start + 2) === 'l' ? start + 3 : start;
    default:
      return start;
  }
}

function asciiLetterAt(bytes: Uint8Array, position: number): string {
  const byte = byteAt(bytes, position);
  return byte < 0x80 ? String.fromCharCode(byte | LOWER_CASE_BIT) : '';
}

/** The rule `\p{N}{1,3}` where a number is known to start. */
export function numberEnd(bytes: Uint8Array, start: number, end: number): number {
  let position = start;
  for (let digits = 0; digits < 3 && position < end; digits++) {
    const character = characterAt(bytes, position);
    if (kindOf(character) !== NUMBER) break;
    position += lengthOf(character);
  }
  return position;
}

/** The rule ` ?[^\s\p{L}\p{N}]+`, without what may follow it: its end, or `NO_MATCH`. */
export function punctuationEnd(bytes: Uint8Array, start: number, end: number): number {
  const body = byteAt(bytes, start) === BLANK ? start + 1 : start;
  const position = skipKinds(bytes, body, end, OTHER | MARK);
  return position > body ? position : NO_MATCH;
}

/**
 * The rules `\s*[\r\n]+`, `\s+(?!\S)` and `\s+` in this order, where white space is known to start: up to and with the
 * last line break; otherwise all but the last blank, which belongs to the word behind it; otherwise everything.
 */
export function whiteSpaceEnd(bytes: Uint8Array, start: number, end: number): number {
  let position = start;
  let lastStart = start;
  let afterLineBreak = NO_MATCH;
  while (position < end) {
    const character = characterAt(bytes, position);
    if ((character & (SPACE | NEWLINE)) === 0) break;
    lastStart = position;
    position += lengthOf(character);
    if (kindOf(character) === NEWLINE) afterLineBreak = position;
  }
  if (afterLineBreak !== NO_MATCH) return afterLineBreak;
  return position < end && lastStart > start ? lastStart : position;
}
