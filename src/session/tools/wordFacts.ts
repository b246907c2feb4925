import { join } from 'node:path';
import { RipgrepError } from './ripgrep';
import { ripgrepLines } from './ripgrepLines';
import { LARGEST_SEARCHED, searchableText } from './searchableText';
import type { SearchTime } from './searchTime';
import type { ToolContext } from './tool';

/** What a file's text says of some words. */
export interface WordFacts {
  /** Occurrences of each word, in the order of the words, none counted further than the limit. */
  readonly counts: readonly number[];
  /** The first lines with any of them, by their number from 1. */
  readonly lines: ReadonlyMap<number, string>;
}

export interface WordSearch {
  /** In lower case, without blanks. */
  readonly words: readonly string[];
  readonly mostOccurrences: number;
  /** Lines kept of each file. */
  readonly mostLines: number;
  readonly includesNodeModules: boolean;
}

/** Tells the facts of a file, by its path from the workspace folder. */
export type WordReader = (path: string) => Promise<WordFacts>;

/** A way to tell the facts of many files: by ripgrep all at once, else one after the other. */
export async function wordReader(context: ToolContext, search: WordSearch, time: SearchTime): Promise<WordReader> {
  const readOne: WordReader = async (path) =>
    factsOf(search, (await searchableText(join(context.root, path), context, LARGEST_SEARCHED)) ?? '');
  if (context.ripgrep === null) return readOne;
  const unsaved = new Set(context.files.unsaved());
  try {
    const known = await factsByRipgrep(context.ripgrep, context.root, search, time);
    const none = factsOf(search, '');
    return (path) => (unsaved.has(join(context.root, path)) ? readOne(path) : Promise.resolve(known.get(path) ?? none));
  } catch (error) {
    if (!(error instanceof RipgrepError)) throw error;
    return readOne;
  }
}

function factsOf({ words, mostOccurrences, mostLines }: WordSearch, text: string): WordFacts {
  const lower = text.toLowerCase();
  const counts = words.map((word) => occurrences(lower, word, mostOccurrences));
  const lines = new Map<number, string>();
  if (counts.some((count) => count > 0)) {
    for (const [index, line] of text.split('\n').entries()) {
      if (lines.size >= mostLines) break;
      const lowerLine = line.toLowerCase();
      if (words.some((word) => lowerLine.includes(word))) lines.set(index + 1, line);
    }
  }
  return { counts, lines };
}

async function factsByRipgrep(
  program: string,
  folder: string,
  { words, mostOccurrences, mostLines, includesNodeModules }: WordSearch,
  time: SearchTime,
): Promise<ReadonlyMap<string, WordFacts>> {
  const found = new Map<string, { readonly counts: number[]; lines: Map<number, string> }>();
  for (const [position, word] of words.entries()) {
    const switches = [
      '--fixed-strings',
      '--ignore-case',
      `--max-count=${mostOccurrences}`,
      `--max-filesize=${LARGEST_SEARCHED}`,
      `--regexp=${word}`,
    ];
    const run = { program, folder, includesNodeModules, switches, path: './' };
    for await (const { path, lines } of ripgrepLines(run, mostOccurrences, time)) {
      const facts = found.get(path) ?? { counts: words.map(() => 0), lines: new Map<number, string>() };
      const count = lines.reduce((sum, { text }) => sum + occurrences(text.toLowerCase(), word, mostOccurrences), 0);
      facts.counts[position] = Math.min(mostOccurrences, count);
      for (const { line, text } of lines.slice(0, mostLines)) facts.lines.set(line, text);
      facts.lines = new Map([...facts.lines].sort(([a], [b]) => a - b).slice(0, mostLines));
      found.set(path, facts);
    }
  }
  return found;
}

function occurrences(text: string, word: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < most; at = text.indexOf(word, at + word.length)) count += 1;
  return count;
}
