/** Line breaks that any reader of Markdown may know. */
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

/** Characters that could begin anything of Markdown's or HTML's within a line. */
const SPECIAL = /[\\`*_[\]<>&~|#!$@:]/g;

/** Longer than this, a line of prose is no prose: taking its code spans apart would be for nobody. */
const LONGEST_PROSE_LINE = 20_000;

/** A text in one line in which nothing is Markdown. */
export function oneLineText(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replace(SPECIAL, '\\$&');
}

/** A text in a fence of more backticks than it holds in a row, so that it cannot end it. */
export function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text.replace(/\r\n?/g, '\n')}\n${fence}`;
}

/**
 * Markdown of somebody else as a quotation: whatever it opens ends with it. Its fences are written anew and closed; HTML
 * outside of code, and images, which would be fetched, are shown as text.
 */
export function quoted(text: string): string {
  return segmentsOf(text.split(LINE_BREAK))
    .flatMap(({ kind, language, lines }) =>
      kind === 'code' ? fenced(lines.join('\n'), language).split('\n') : lines.map(inertLine),
    )
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

interface Segment {
  readonly kind: 'prose' | 'code';
  /** Of code, letters and digits only. */
  readonly language: string;
  readonly lines: string[];
}

/** Prose and fenced code in turn. A fence that is never closed reaches to the end. */
function segmentsOf(lines: readonly string[]): readonly Segment[] {
  const segments: Segment[] = [{ kind: 'prose', language: '', lines: [] }];
  let fence = '';
  for (const line of lines) {
    const mark = /^ {0,3}(?<fence>`{3,}|~{3,})[ \t]*(?<rest>[^`]*)$/.exec(line);
    const [run = '', rest = ''] = [mark?.groups?.['fence'], mark?.groups?.['rest']];
    if (fence === '' && mark !== null) {
      fence = run;
      segments.push({ kind: 'code', language: /^[\w+#.-]{0,30}/.exec(rest)?.[0] ?? '', lines: [] });
    } else if (fence !== '' && run.startsWith(fence) && rest.trim() === '') {
      fence = '';
      segments.push({ kind: 'prose', language: '', lines: [] });
    } else segments.at(-1)?.lines.push(line);
  }
  return segments;
}

/** A line of prose without HTML and images. Code spans within it stay; a backtick that ends nowhere in it is a mere sign. */
function inertLine(line: string): string {
  if (line.length > LONGEST_PROSE_LINE) return oneLineText(line);
  const runs = [...line.matchAll(/`+/g)].map((match) => ({ at: match.index, length: match[0].length }));
  const last = new Map<number, number>();
  runs.forEach(({ length }, position) => last.set(length, position));
  const pieces: string[] = [];
  let [done, skip] = [0, 0];
  runs.forEach(({ at, length }, position) => {
    if (position < skip) return;
    pieces.push(inertProse(line.slice(done, at)));
    done = at + length;
    const isEscaped = line.charAt(at - 1) === '\\';
    const isOpen = !isEscaped && last.get(length) !== position;
    const end = isOpen ? runs.findIndex((run, later) => later > position && run.length === length) : -1;
    const closing = runs[end];
    if (closing === undefined) {
      pieces.push('&#96;'.repeat(length));
      return;
    }
    done = closing.at + length;
    skip = end + 1;
    pieces.push(line.slice(at, done));
  });
  pieces.push(inertProse(line.slice(done)));
  return pieces.join('');
}

/** By entities: what stands before a sign cannot take their effect, as it could a backslash's. */
function inertProse(text: string): string {
  return text.replace(/<(?=[A-Za-z/!?])/g, '&lt;').replace(/!(?=\[)/g, '&#33;');
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
