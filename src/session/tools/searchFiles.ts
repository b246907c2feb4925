import * as z from 'zod/mini';
import { SearchTime } from './searchTime';
import { ToolError, defineTool } from './tool';
import { wordReader } from './wordFacts';
import type { WordFacts } from './wordFacts';
import { listFiles, namesNodeModules } from './workspaceListing';

/** Most files in one result, and lines quoted of each. */
const MOST_FILES = 30;
const LINES_PER_FILE = 3;
const LONGEST_LINE = 200;

/** Each word is looked for by itself. */
const MOST_WORDS = 12;

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
    const words = wordsOf(args.query);
    const pattern = args.include ?? '**/*';
    const time = new SearchTime(context);
    const search = {
      words,
      mostOccurrences: MOST_OCCURRENCES,
      mostLines: LINES_PER_FILE,
      includesNodeModules: namesNodeModules(pattern),
    };
    const factsOf = await wordReader(context, search, time);
    let found: Found[] = [];
    let total = 0;
    for await (const path of listFiles(context, { folder: context.root, pattern }, time)) {
      const facts = await factsOf(path);
      const score = scoreOf(words, path.toLowerCase(), facts);
      if (score === 0) continue;
      total += 1;
      found.push({ path, score, lines: quotedLines(facts) });
      // Only the best are kept, so that a common word does not fill the memory.
      if (found.length > MOST_FILES * 4) found = best(found);
    }
    if (total === 0) return { text: ['No file holds all these words.', ...time.notes].join('\n'), isError: false };
    const shown = best(found).map(({ path, lines }) => [path, ...lines.map((line) => `  ${line}`)].join('\n'));
    const more = total > shown.length ? [`[the best ${shown.length} of ${total} files]`] : [];
    return { text: [...shown, ...more, ...time.notes].join('\n'), isError: false };
  },
});

/** @throws ToolError `arguments` */
function wordsOf(query: string): readonly string[] {
  const words = query
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const single = [...new Set(words)];
  if (single.length > 0 && single.length <= MOST_WORDS && !query.includes('\0')) return single;
  throw new ToolError('arguments', `Give between 1 and ${MOST_WORDS} words.`);
}

/** @returns 0 when a word is missing from both path and text. */
function scoreOf(words: readonly string[], path: string, { counts }: WordFacts): number {
  let score = 0;
  for (const [position, word] of words.entries()) {
    const points = (path.includes(word) ? PATH_WEIGHT : 0) + (counts[position] ?? 0);
    if (points === 0) return 0;
    score += points;
  }
  return score;
}

function quotedLines({ lines }: WordFacts): readonly string[] {
  return [...lines].map(([line, text]) => `${line}: ${text.trim().slice(0, LONGEST_LINE).toWellFormed()}`);
}

function best(found: readonly Found[]): Found[] {
  return found.toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1)).slice(0, MOST_FILES);
}
