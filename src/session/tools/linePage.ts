/** What part of a text is wanted. */
export interface PageRequest {
  /** First line, from 1. */
  readonly offset: number;
  /** Characters of the first line to leave out, for lines longer than a page. */
  readonly column: number;
  /** Most lines. */
  readonly limit: number;
  /** Most characters, line numbers included. */
  readonly characters: number;
}

/** Width of a line number and the tab behind it. */
const NUMBER_CHARACTERS = 6;

/** Lines of a text with their numbers, and how to read on where something follows. */
export function numberedPage(text: string, page: PageRequest): string {
  if (text === '') return '[the file is empty]';
  const lines = text.split('\n');
  // A line feed at the end ends the last line; it does not begin another.
  if (lines.at(-1) === '') lines.pop();
  if (page.offset > lines.length)
    return `[the file has ${String(lines.length)} lines; line ${String(page.offset)} is past its end]`;

  const shown: string[] = [];
  let room = page.characters;
  let index = page.offset - 1;
  for (; index < lines.length && shown.length < page.limit; index += 1) {
    const column = shown.length === 0 ? page.column : 0;
    const line = (lines[index] ?? '').slice(column).replace(/\r$/, '');
    if (line.length > room) {
      if (shown.length > 0) break;
      const end = wellFormedEnd(line, room);
      const rest = line.length - end;
      shown.push(`${numberOf(index)}${line.slice(0, end)}`);
      const next = `offset ${String(index + 1)} and column ${String(column + end)}`;
      return [
        ...shown,
        `[line ${String(index + 1)} goes on for ${String(rest)} characters; read on with ${next}]`,
      ].join('\n');
    }
    shown.push(numberOf(index) + line);
    room -= line.length + NUMBER_CHARACTERS + 1;
  }
  const left = lines.length - index;
  if (left > 0)
    shown.push(`[${String(left)} more lines of ${String(lines.length)}; read on with offset ${String(index + 1)}]`);
  return shown.join('\n');
}

function numberOf(index: number): string {
  return `${String(index + 1).padStart(NUMBER_CHARACTERS - 1)}\t`;
}

/** A cut at `end` or one before it, never inside a surrogate pair. */
function wellFormedEnd(line: string, end: number): number {
  const code = line.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff && end > 1 ? end - 1 : end;
}
