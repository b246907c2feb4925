import { entryOf, linesOf } from './sentences';

/** Boxes to tick in a text. */

export interface Box {
  readonly text: string;
  readonly mark: 'open' | 'started' | 'ticked';
}

const BOX = /^(?:[-*+]|\d{1,3}[.)])?\s{0,4}\[([ xX~>/-])\]\s{1,4}(\S[^\n]*)$/;

/** Longer ones are no entry of a list. */
const LONGEST_LINE = 400;

export function* boxesIn(text: string): Generator<Box, void, undefined> {
  // Most texts hold none.
  if (!text.includes('[')) return;
  for (const line of linesOf(text)) {
    if (line.length > LONGEST_LINE) continue;
    const [, mark, entry] = BOX.exec(line) ?? [];
    if (mark === undefined || entry === undefined) continue;
    yield { text: entryOf(entry), mark: mark === ' ' ? 'open' : /[xX]/.test(mark) ? 'ticked' : 'started' };
  }
}
