import { join } from 'node:path';
import * as z from 'zod/mini';
import { searchableText } from './searchableText';
import { defineTool } from './tool';
import { listFiles } from './workspaceListing';

/** Most files in one result, and lines quoted of each. */
const MOST_FILES = 30;
const LINES_PER_FILE = 3;
const LONGEST_LINE = 200;

/** A word in the path says more about a file than one in its text. */
const PATH_WEIGHT = 10;

/** Occurrences beyond this many say no more about a file. */
const MOST_OCCURRENCES = 20;

interface Found {
  readonly path: string;
  readonly score: number;
  readonly lines: readonly string[];
}

export const searchFilesTool = defineTool({
  name: 'search_files',
  canonicalName: 'Search Files',
  description:
    'Finds the files of the workspace that are about some words, by path and text, best first, with the first lines that hold them. Plain words, not a pattern; case does not count.',
  schema: z.object({
    query: z.string().check(z.minLength(1), z.describe('Words to look for; a file must hold all of them')),
    include: z.optional(z.string().check(z.describe('Glob pattern of the files, such as src/**'))),
  }),
  needsApproval: false,
  preview: (args) => ({ summary: args.query, detail: args.query }),
  run: async (args, context) => {
    const words = [
      ...new Set(
        args.query
          .toLowerCase()
          .split(/\s+/u)
          .filter((word) => word !== ''),
      ),
    ];
    let found: Found[] = [];
    let total = 0;
    for await (const path of listFiles(context, context.root, args.include ?? '**/*')) {
      const text = (await searchableText(join(context.root, path), context)) ?? '';
      const score = scoreOf(words, path.toLowerCase(), text.toLowerCase());
      if (score === 0) continue;
      total += 1;
      found.push({ path, score, lines: quotedLines(words, text) });
      // Only the best are kept, so that a common word does not fill the memory.
      if (found.length > MOST_FILES * 4) found = best(found);
    }
    if (total === 0) return { text: 'No file holds all these words.', isError: false };
    const shown = best(found).map(({ path, lines }) => [path, ...lines.map((line) => `  ${line}`)].join('\n'));
    const more = total > shown.length ? [`[the best ${String(shown.length)} of ${String(total)} files]`] : [];
    return { text: [...shown, ...more].join('\n'), isError: false };
  },
});

/** @returns 0 when a word is missing from both path and text. */
function scoreOf(words: readonly string[], path: string, text: string): number {
  let score = 0;
  for (const word of words) {
    const points = (path.includes(word) ? PATH_WEIGHT : 0) + occurrences(text, word);
    if (points === 0) return 0;
    score += points;
  }
  return score;
}

function occurrences(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < MOST_OCCURRENCES; at = text.indexOf(word, at + word.length))
    count += 1;
  return count;
}

function quotedLines(words: readonly string[], text: string): readonly string[] {
  const quoted: string[] = [];
  const lines = text.split('\n');
  for (let index = 0; index < lines.length && quoted.length < LINES_PER_FILE; index += 1) {
    const line = lines[index] ?? '';
    const lower = line.toLowerCase();
    if (words.some((word) => lower.includes(word))) {
      quoted.push(`${String(index + 1)}: ${line.trim().slice(0, LONGEST_LINE).toWellFormed()}`);
    }
  }
  return quoted;
}

function best(found: readonly Found[]): Found[] {
  return found.toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1)).slice(0, MOST_FILES);
}
