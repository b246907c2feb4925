import { ACCENTED_LETTER, BLANK, DIGIT, groupOf, GROUPS, isWordGroup, UPPER_CASE } from './characterGroups';
import { base64RunEnd, isEncodedData, mayBeEncodedData } from './encodedData';

/** Letters up to which a word is mostly one token. */
const SHORT_WORD_LETTERS = 8;

/** No group: before the first character, and behind encoded data. */
const NONE = GROUPS;

/** What an estimate is made from: how often things occur in a text that cost tokens. Tallies of parts add up. */
export class ContentTally {
  /** Characters of each group. */
  readonly characters = new Uint32Array(GROUPS);
  /** Runs of characters of one group. */
  readonly runs = new Uint32Array(GROUPS);
  /** Words, with the parts of camelCase as words of their own. */
  words = 0;
  /** Letters of words beyond the eighth. */
  longWordLetters = 0;
  /** Groups of up to three digits. */
  digitGroups = 0;
  /** Runs of more than one blank. */
  indentations = 0;
  /** Characters of base64. */
  encodedCharacters = 0;

  /** Adds `text.slice(start, end)`. */
  add(text: string, start: number, end: number): void {
    let previous = NONE;
    let runLength = 0;
    let searchedUpTo = start;
    for (let position = start; position < end; position++) {
      if (position >= searchedUpTo && mayBeEncodedData(text, position, end)) {
        searchedUpTo = base64RunEnd(text, position, end);
        if (isEncodedData(text, position, searchedUpTo)) {
          this.encodedCharacters += searchedUpTo - position;
          position = searchedUpTo - 1;
          previous = NONE;
          continue;
        }
      }
      const group = groupOf(text.charCodeAt(position));
      runLength = continuesRun(group, previous) ? runLength + 1 : 1;
      this.#addCharacter(group, runLength);
      previous = group;
    }
  }

  /** @param index 1 for the first character of its run */
  #addCharacter(group: number, index: number): void {
    increment(this.characters, group);
    if (isWordGroup(group)) {
      if (index === 1) this.words++;
      else if (index > SHORT_WORD_LETTERS) this.longWordLetters++;
    } else if (group === DIGIT) {
      if (index % 3 === 1) this.digitGroups++;
    } else if (group === BLANK) {
      if (index === 2) this.indentations++;
    } else if (index === 1) {
      increment(this.runs, group);
    }
  }
}

/** A word goes on with any letter, except with a capital behind another letter, where camelCase starts its next word. */
function continuesRun(group: number, previous: number): boolean {
  if (group === UPPER_CASE) return previous === UPPER_CASE;
  return isWordGroup(group) ? previous <= ACCENTED_LETTER : group === previous;
}

function increment(counts: Uint32Array, group: number): void {
  counts[group] = (counts[group] ?? 0) + 1;
}
