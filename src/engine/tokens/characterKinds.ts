import { byteAt } from './typedReads';

// The kinds of character that the split patterns of o200k_base and cl100k_base tell apart; each is one bit, so that a
// set of kinds is a mask. Every character has exactly one kind.

/** Upper-case and title-case letters: `\p{Lu}\p{Lt}`. */
export const UPPER = 1;
/** Lower-case letters: `\p{Ll}`. */
export const LOWER = 2;
/** Letters without case: `\p{Lm}\p{Lo}`. */
export const CASELESS = 4;
/** Combining marks: `\p{M}`. */
export const MARK = 8;
/** Numbers: `\p{N}`. */
export const NUMBER = 16;
/** White space other than the two line breaks: `\s` without `\r\n`. */
export const SPACE = 32;
/** `\r` and `\n`. */
export const NEWLINE = 64;
/** Everything else: punctuation, symbols, control characters, unassigned characters. */
export const OTHER = 128;

/** Letters of any sort: `\p{L}`. */
export const LETTER = UPPER | LOWER | CASELESS;

const CODE_POINTS = 0x110000;

/** Kind of every code point; 0 where not yet asked for. Pages that no text touches are never committed to memory. */
const kinds = new Uint8Array(CODE_POINTS);

const KIND_BITS = 8;
const KIND_MASK = (1 << KIND_BITS) - 1;

/** Kind of a character, from the value of `characterAt`. */
export function kindOf(character: number): number {
  return character & KIND_MASK;
}

/** Length of a character in bytes, from the value of `characterAt`. */
export function lengthOf(character: number): number {
  return character >> KIND_BITS;
}

/**
 * The character that starts at `position` of well-formed UTF-8: its kind and its length, packed into one number because
 * an object per character would dominate the cost of a scan. See `kindOf` and `lengthOf`.
 */
export function characterAt(bytes: Uint8Array, position: number): number {
  const lead = byteAt(bytes, position);
  // Apart from the rest, so that this much is inlined into the scanners.
  return lead < 0x80 ? kindOfCodePoint(lead) | (1 << KIND_BITS) : longCharacterAt(bytes, position, lead);
}

function longCharacterAt(bytes: Uint8Array, position: number, lead: number): number {
  const second = byteAt(bytes, position + 1) & 0x3f;
  if (lead < 0xe0) return kindOfCodePoint(((lead & 0x1f) << 6) | second) | (2 << KIND_BITS);
  const third = byteAt(bytes, position + 2) & 0x3f;
  if (lead < 0xf0) return kindOfCodePoint(((lead & 0x0f) << 12) | (second << 6) | third) | (3 << KIND_BITS);
  const fourth = byteAt(bytes, position + 3) & 0x3f;
  return kindOfCodePoint(((lead & 0x07) << 18) | (second << 12) | (third << 6) | fourth) | (4 << KIND_BITS);
}

/** Position of the first character from `position` on whose kind is not in `mask`; `end` when there is none. */
export function skipKinds(bytes: Uint8Array, position: number, end: number, mask: number): number {
  let next = position;
  while (next < end) {
    const character = characterAt(bytes, next);
    if ((character & mask) === 0) break;
    next += lengthOf(character);
  }
  return next;
}

function kindOfCodePoint(codePoint: number): number {
  const known = byteAt(kinds, codePoint);
  return known === 0 ? classify(codePoint) : known;
}

function classify(codePoint: number): number {
  const kind = kindOfText(String.fromCodePoint(codePoint));
  kinds[codePoint] = kind;
  return kind;
}

// The JavaScript engine's own Unicode tables, because the oracle's patterns run on the same tables.
function kindOfText(character: string): number {
  if (/^[\r\n]$/u.test(character)) return NEWLINE;
  if (/^\s$/u.test(character)) return SPACE;
  if (/^\p{N}$/u.test(character)) return NUMBER;
  if (/^\p{M}$/u.test(character)) return MARK;
  if (/^\p{Ll}$/u.test(character)) return LOWER;
  if (/^[\p{Lu}\p{Lt}]$/u.test(character)) return UPPER;
  if (/^\p{L}$/u.test(character)) return CASELESS;
  return OTHER;
}
