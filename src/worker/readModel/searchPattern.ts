/**
 * What finds words as they stand; null for none. Case is folded by the expression: lower-casing copies of whole originals
 * would double the memory of a search.
 */
export function searchPattern(words: string, flags: '' | 'g'): RegExp | null {
  return words === '' ? null : new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), `iu${flags}`);
}
