/** Lines and sentences of a text, each found once from left to right. */

/** Lines with something in them, without the white space around them. */
export function* linesOf(text: string): Generator<string, void, undefined> {
  let from = 0;
  while (from < text.length) {
    const next = text.indexOf('\n', from);
    const end = next < 0 ? text.length : next;
    const line = text.slice(from, end).trim();
    if (line !== '') yield line;
    from = end + 1;
  }
}

/** Lines outside fenced blocks of code. */
export function* proseLines(text: string): Generator<string, void, undefined> {
  let isInFence = false;
  for (const line of linesOf(text)) {
    if (line.startsWith('```') || line.startsWith('~~~')) isInFence = !isInFence;
    else if (!isInFence) yield line;
  }
}

/** Ends of sentences; a full stop inside a name, a number or a path is followed by no space. */
const SENTENCE_END = /[.!?…][)"'”’*_]{0,3}\s+|[。！？]/g;

/** Sentences of one line, as they stand there. */
export function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const match of line.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].trimEnd().length;
    // "e.g. ", "1. " and the like end no sentence.
    if (end - from < 8) continue;
    sentences.push(line.slice(from, end).trim());
    from = match.index + match[0].length;
  }
  const rest = line.slice(from).trim();
  if (rest !== '') sentences.push(rest);
  return sentences;
}

/** The start of a text, at most `length` characters of it, cut between words where there are any. */
export function startOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  const space = cut.lastIndexOf(' ');
  return (space > length / 2 ? cut.slice(0, space) : wellFormedStart(cut)).trimEnd();
}

/** A cut never leaves half a surrogate pair. */
function wellFormedStart(cut: string): string {
  const last = cut.charCodeAt(cut.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
}

/** What opens a heading, a quotation, an entry of a list or a block of code, once or several times over. */
const LEADING_MARKS = /^(?:(?:#{1,6}|>|[-*+•]|\[[ xX~/>-]\]|`{3,}|~{3,})\s+)+/;

/** Longest text of an entry; characters. */
export const LONGEST_ENTRY = 300;

/**
 * A text as one entry of a list: on one line and without Markdown at its start, so that nothing in it can pose as a heading;
 * at most `LONGEST_ENTRY` characters. Texts of models and files come in this way.
 */
export function entryOf(text: string): string {
  // What follows this much of a text would be cut off anyway.
  const start = text.trim().slice(0, 4 * LONGEST_ENTRY);
  const line = oneLine(start).replace(LEADING_MARKS, '');
  return startOf(line, LONGEST_ENTRY);
}

/** With one space for all white space and control characters in a row. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
