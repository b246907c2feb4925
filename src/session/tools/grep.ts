import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { confinedPath, workspacePath } from './confinedPath';
import { PatternSearch } from './patternSearch';
import { searchableText } from './searchableText';
import type { ToolContext } from './tool';
import { ToolError, defineTool } from './tool';
import { listFiles } from './workspaceListing';

/** Most lines in one result. */
const MOST_LINES = 500;

/** Characters of a matching line that are shown. */
const LONGEST_LINE = 300;

export const grepTool = defineTool({
  name: 'grep',
  canonicalName: 'Grep',
  description:
    'Finds the lines of workspace files that match a regular expression (JavaScript syntax). Gives path:line:text. Respects .gitignore.',
  schema: z.object({
    pattern: z.string().check(z.minLength(1), z.describe('Regular expression')),
    path: z.optional(z.string().check(z.describe('File or folder to search in; the whole workspace by default'))),
    include: z.optional(z.string().check(z.describe('Glob pattern of the files, such as **/*.ts'))),
    ignore_case: z.optional(z.boolean()),
  }),
  needsApproval: false,
  preview: (args) => {
    const summary = [args.pattern, ...(args.path === undefined ? [] : ['in', args.path])].join(' ');
    return { summary, detail: summary };
  },
  run: async (args, context) => {
    const search = new PatternSearch(args.pattern, args.ignore_case === true);
    const start = await confinedPath(context.root, args.path ?? '.');
    const shown: string[] = [];
    let files = 0;
    for await (const path of filesBelow(start, args.include ?? '**/*', args.path ?? '.', context)) {
      const text = await searchableText(path, context);
      if (text === null) continue;
      files += 1;
      const lines = text.split(/\r?\n/);
      const name = workspacePath(context.root, path);
      for (const index of search.matchingLines(lines, MOST_LINES + 1 - shown.length)) {
        shown.push(`${name}:${String(index + 1)}:${clip(lines[index] ?? '')}`);
      }
      if (shown.length > MOST_LINES) break;
    }
    if (shown.length === 0) return { text: `No line matches in ${String(files)} files.`, isError: false };
    if (shown.length > MOST_LINES) {
      shown[MOST_LINES] = `[more than ${String(MOST_LINES)} lines match; narrow the pattern, the path or include]`;
    }
    return { text: shown.join('\n'), isError: false };
  },
});

/** The file itself, or the files below a folder. */
async function* filesBelow(
  start: string,
  pattern: string,
  shown: string,
  context: ToolContext,
): AsyncGenerator<string> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(start)).isDirectory();
  } catch (error) {
    throw new ToolError('missing', `There is no file or folder ${shown}.`, { cause: error });
  }
  const folder = isFolder ? start : dirname(start);
  if (!isFolder) yield join(folder, basename(start));
  else for await (const path of listFiles(context, folder, pattern)) yield join(folder, path);
}

function clip(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE).toWellFormed()}…` : line;
}
