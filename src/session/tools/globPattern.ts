import { isAbsolute } from 'node:path';
import { ToolError } from './tool';

/** A pattern that needs more is no search. Both bound the time until the first file is looked at. */
const LONGEST_PATTERN = 1_000;
const MOST_ALTERNATIVES = 1_000;

/** Wildcards in one name, and folders of any depth: each multiplies the ways in which a name or a path may match. */
const MOST_WILDCARDS = 5;

/** `{1..9}`, `{a..e}`, `{0..10..2}`. */
const RANGE = /^(?:-?\d+\.\.-?\d+|[a-z]\.\.[a-z])(?:\.\.-?\d+)?$/i;

/**
 * The patterns that braces stand for, each checked to stay in its folder.
 * @throws ToolError `arguments` for a pattern too costly to search with, `outside` for one that leads out of the folder
 */
export function expandGlob(pattern: string): readonly string[] {
  if (pattern.includes('\0')) throw new ToolError('arguments', 'A pattern must not hold a NUL character.');
  if (pattern.length > LONGEST_PATTERN) {
    throw new ToolError(
      'arguments',
      `The pattern has ${pattern.length} characters; at most ${LONGEST_PATTERN} are searched for.`,
    );
  }
  const expanded = [...new Set(new BraceReader(pattern).read())].filter((single) => single !== '');
  for (const single of expanded) {
    const plain = single.replace(/^!+/, '');
    const names = plain.split(/[\\/]/);
    if (isAbsolute(plain) || /^[a-z]:/i.test(plain) || names.includes('..')) {
      throw new ToolError('outside', `The pattern ${pattern} leads outside the workspace.`);
    }
    checkWildcards(names);
  }
  return expanded;
}

function checkWildcards(names: readonly string[]): void {
  const isDeep = (name: string): boolean => name.includes('**');
  const most = Math.max(names.filter(isDeep).length, ...names.map((name) => name.match(/\*+|\+\(/g)?.length ?? 0));
  if (most > MOST_WILDCARDS) {
    throw new ToolError(
      'arguments',
      `The pattern has too many wildcards; at most ${MOST_WILDCARDS} in a name, and as many **.`,
    );
  }
  if (names.some((name) => /[*+]\(.*[*+]\(/.test(name))) {
    throw new ToolError('arguments', 'The pattern repeats what repeats already; make it simpler.');
  }
}

/** Expands braces as shells do, and stops as soon as it is too much. */
class BraceReader {
  #at = 0;
  /** Where the braces that are closed stand; the others are characters of a name. */
  readonly #openings: ReadonlySet<number>;

  constructor(private readonly pattern: string) {
    this.#openings = closedOpenings(pattern);
  }

  read(): readonly string[] {
    return this.#sequence(false);
  }

  /** Up to the end or, in braces, up to what ends the alternative. */
  #sequence(isInBraces: boolean): readonly string[] {
    let texts: readonly string[] = [''];
    while (this.#at < this.pattern.length) {
      const character = this.pattern[this.#at];
      if (isInBraces && (character === '}' || character === ',')) break;
      texts = joined(texts, this.#openings.has(this.#at) ? this.#group() : [this.#take()]);
    }
    return texts;
  }

  #group(): readonly string[] {
    const start = this.#at;
    const alternatives: (readonly string[])[] = [];
    let total = 0;
    do {
      this.#at += 1;
      const texts = this.#sequence(true);
      total += texts.length;
      limit(total);
      alternatives.push(texts);
    } while (this.pattern[this.#at] === ',');
    this.#at += 1;
    if (alternatives.length > 1) return alternatives.flat();
    const inner = this.pattern.slice(start + 1, this.#at - 1);
    return RANGE.test(inner) ? range(inner) : alternatives.flat().map((text) => `{${text}}`);
  }

  /** One character, with what it escapes. */
  #take(): string {
    const text = this.pattern.slice(this.#at, this.#at + lengthAt(this.pattern, this.#at));
    this.#at += text.length;
    return text;
  }
}

function closedOpenings(pattern: string): ReadonlySet<number> {
  const open: number[] = [];
  const closed = new Set<number>();
  for (let at = 0; at < pattern.length; at += lengthAt(pattern, at)) {
    if (pattern[at] === '{') open.push(at);
    const opening = pattern[at] === '}' ? open.pop() : undefined;
    if (opening !== undefined) closed.add(opening);
  }
  return closed;
}

/** A backslash belongs to what it escapes. */
function lengthAt(pattern: string, at: number): number {
  return pattern[at] === '\\' ? 2 : 1;
}

function joined(heads: readonly string[], tails: readonly string[]): readonly string[] {
  limit(heads.length * tails.length);
  return heads.flatMap((head) => tails.map((tail) => head + tail));
}

function range(text: string): readonly string[] {
  const [from = '', to = '', step = '1'] = text.split('..');
  const isNumeric = /\d/.test(from);
  const position = (end: string): number => (isNumeric ? Number(end) : (end.codePointAt(0) ?? 0));
  const distance = Math.abs(position(to) - position(from));
  const stride = Math.max(1, Math.abs(Number(step)));
  limit(distance / stride);
  const direction = position(to) < position(from) ? -1 : 1;
  const width = isNumeric && [from, to].some((end) => /^-?0\d/.test(end)) ? Math.max(from.length, to.length) : 0;
  return Array.from({ length: Math.floor(distance / stride) + 1 }, (_, index) => {
    const value = position(from) + direction * stride * index;
    return isNumeric ? String(value).padStart(width, '0') : String.fromCodePoint(value);
  });
}

function limit(alternatives: number): void {
  if (alternatives > MOST_ALTERNATIVES) {
    throw new ToolError(
      'arguments',
      `The braces stand for more than ${MOST_ALTERNATIVES} patterns; search for fewer at a time.`,
    );
  }
}
