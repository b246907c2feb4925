import { byteAt } from './typedReads';

// The groups of characters whose tokens follow different rules, as numbers: they index the counts of a tally.
// The first three make up words.
export const LOWER_CASE = 0;
export const UPPER_CASE = 1;
export const ACCENTED_LETTER = 2;
export const DIGIT = 3;
export const PUNCTUATION = 4;
export const BLANK = 5;
export const LINE_BREAK = 6;
export const HAN = 7;
export const KANA = 8;
export const HANGUL = 9;
export const WIDE_SYMBOL = 10;
export const SURROGATE = 11;
export const OTHER_SCRIPT = 12;

/** How many groups there are. */
export const GROUPS = 13;

/** Group of each UTF-16 unit, by ranges of Unicode blocks; later ranges override earlier ones. */
const groups = new Uint8Array(0x10000)
  .fill(OTHER_SCRIPT)
  .fill(PUNCTUATION, 0x00, 0x80)
  .fill(BLANK, 0x09, 0x0a)
  .fill(LINE_BREAK, 0x0a, 0x0b)
  .fill(LINE_BREAK, 0x0d, 0x0e)
  .fill(BLANK, 0x20, 0x21)
  .fill(DIGIT, 0x30, 0x3a)
  .fill(UPPER_CASE, 0x41, 0x5b)
  .fill(LOWER_CASE, 0x61, 0x7b)
  .fill(ACCENTED_LETTER, 0xc0, 0x250)
  .fill(WIDE_SYMBOL, 0x2010, 0x2028)
  .fill(WIDE_SYMBOL, 0x3000, 0x3041)
  .fill(KANA, 0x3041, 0x3100)
  .fill(HAN, 0x3400, 0x4dc0)
  .fill(HAN, 0x4e00, 0xa000)
  .fill(HANGUL, 0xac00, 0xd7b0)
  .fill(SURROGATE, 0xd800, 0xe000)
  .fill(HAN, 0xf900, 0xfb00)
  .fill(WIDE_SYMBOL, 0xff00, 0xfff0);

/** Group of a UTF-16 unit. */
export function groupOf(unit: number): number {
  return byteAt(groups, unit);
}

/** Whether characters of the group belong to words. */
export function isWordGroup(group: number): boolean {
  return group <= ACCENTED_LETTER;
}
