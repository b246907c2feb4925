/** A tool's result as the offline provider reads it. */
export interface DigestedResult {
  readonly title: string;
  readonly text: string;
  readonly isError: boolean;
}

const EDGE_LINES = 3;
const MARKED_LINES = 4;
/** Characters of a line that are quoted. */
const LONGEST_LINE = 160;

const MARKED =
  /\b(?:error|errors|exception|fail(?:ed|ure|s)?|fatal|warn(?:ing)?|todo|fixme|panic|denied|not found)\b/iu;

/** What the results hold, by counting and quoting alone. Markdown. */
export function digestOf(results: readonly DigestedResult[]): string {
  const sections = results.map(sectionOf);
  const failed = results.filter((result) => result.isError).length;
  const total = results.length === 1 ? '1 tool ran' : `${String(results.length)} tools ran`;
  return [`${total}, ${String(failed)} failed.`, ...sections].join('\n\n');
}

function sectionOf(result: DigestedResult): string {
  const lines = result.text.split('\n').filter((line) => line.trim() !== '');
  const size = `${counted(lines.length, 'line')}, ${counted(result.text.length, 'character')}`;
  const title = result.title.replaceAll(/[\\`*_~[\]<>&|]/gu, String.raw`\$&`);
  const head = `**${title}**: ${result.isError ? 'failed; ' : ''}${size}`;
  if (lines.length === 0) return head;
  const marked = lines.filter((line) => MARKED.test(line)).slice(0, MARKED_LINES);
  const first = lines.slice(0, EDGE_LINES);
  const last = lines.slice(Math.max(EDGE_LINES, lines.length - EDGE_LINES));
  const between = lines.length - first.length - last.length;
  const shown = [...first, ...(between > 0 ? [`… ${counted(between, 'line')} …`] : []), ...last];
  const quoted = [head, fence(shown)];
  if (marked.length > 0 && between > 0) quoted.push('Lines that stand out:', fence(marked));
  return quoted.join('\n');
}

function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function fence(lines: readonly string[]): string {
  const text = lines.map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line)).join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map((match) => match[0].length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}text\n${text.toWellFormed()}\n${mark}`;
}
