import type { Message } from '../../engine/message';
import type { RowHit } from '../../protocol/inspectorRows';
import { searchedTexts } from './messageText';
import { clipCharacters, onOneLine } from './oneLine';

/** Places of one message that are counted. */
const MOST_HITS = 1_000;

/** Characters of the excerpt to either side of what was found, and of the words themselves. */
const BEFORE_CHARACTERS = 20;
const AFTER_CHARACTERS = 160;
const MATCH_CHARACTERS = 160;

/** Where the words stand in a message; null where they do not. @param pattern with the flag `g` */
export function rowHit(message: Message, pattern: RegExp): RowHit | null {
  let count = 0;
  let excerpt: Omit<RowHit, 'count'> | null = null;
  for (const text of searchedTexts(message)) {
    for (const found of text.matchAll(pattern)) {
      excerpt ??= excerptOf(text, found.index, found[0]);
      count += 1;
      if (count === MOST_HITS) return { count, ...excerpt };
    }
  }
  return excerpt === null ? null : { count, ...excerpt };
}

function excerptOf(text: string, at: number, match: string): Omit<RowHit, 'count'> {
  const start = Math.max(0, at - BEFORE_CHARACTERS);
  const end = at + match.length;
  const before = onOneLine(text.slice(start, at).toWellFormed()).trimStart();
  return {
    before: `${start > 0 ? '…' : ''}${before}`,
    match: onOneLine(clipCharacters(match, MATCH_CHARACTERS)),
    after: onOneLine(clipCharacters(text.slice(end, end + AFTER_CHARACTERS + 1), AFTER_CHARACTERS).toWellFormed()),
  };
}
