import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { t } from '../../l10n/text';
import { confinedPath, workspacePath } from './confinedPath';
import { matchingFiles } from './lineSearch';
import type { MatchingFile, NumberedLine } from './ripgrepLines';
import { SearchTime } from './searchTime';
import { ToolError, defineTool } from './tool';

/** Most lines in one result. */
const MOST_LINES = 500;

/** Characters of a line that are shown. */
const LONGEST_LINE = 300;

/** Most lines shown before and after a match. */
const MOST_AROUND = 20;

export const grepTool = defineTool({
  name: 'grep',
  canonicalName: 'Grep',
  description:
    'Finds the lines of workspace files that match a regular expression, within single lines. Gives path:line:text. Respects .gitignore.',
  schema: z.object({
    pattern: z.string().check(z.minLength(1), z.describe('Regular expression')),
    path: z.optional(z.string().check(z.describe('File or folder to search in; the whole workspace by default'))),
    include: z.optional(z.string().check(z.describe('Glob pattern of the files, such as **/*.ts'))),
    ignore_case: z.optional(z.boolean()),
    context: z.optional(
      z
        .int()
        .check(
          z.minimum(0),
          z.maximum(MOST_AROUND),
          z.describe('Lines to show before and after each match, as path-line-text'),
        ),
    ),
    files_only: z.optional(z.boolean().check(z.describe('Give only the paths of the files'))),
  }),
  needsApproval: false,
  preview: (args) => {
    const summary = args.path === undefined ? args.pattern : t('{0} in {1}', args.pattern, args.path);
    return { summary, detail: summary };
  },
  run: async (args, context) => {
    if (args.pattern.includes('\0')) throw new ToolError('arguments', 'A pattern must not hold a NUL character.');
    const start = await confinedPath(context.root, args.path ?? '.');
    const startsInFolder = await isFolder(start, args.path ?? '.');
    const isShort = args.files_only === true;
    const search = {
      pattern: args.pattern,
      ignoreCase: args.ignore_case === true,
      start,
      startsInFolder,
      include: args.include ?? '**/*',
      around: isShort ? 0 : (args.context ?? 0),
      mostLines: isShort ? 1 : MOST_LINES + 1,
    };
    const time = new SearchTime(context);
    const found: MatchingFile[] = [];
    let count = 0;
    for await (const file of matchingFiles(context, search, time)) {
      found.push(file);
      count += file.lines.length;
      if (count > MOST_LINES) break;
    }
    if (found.length === 0) return { text: ['No line matches.', ...time.notes].join('\n'), isError: false };
    const folder = startsInFolder ? start : dirname(start);
    const shown = found
      .map(({ path, lines }) => ({ path: workspacePath(context.root, join(folder, path)), lines }))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .flatMap(({ path, lines }) => (isShort ? [path] : shownLines(path, lines)))
      .slice(0, MOST_LINES);
    if (count > MOST_LINES) {
      const what = isShort ? 'files' : 'lines';
      shown.push(`[more than ${MOST_LINES} ${what} match; narrow the pattern, the path or include]`);
    }
    return { text: [...shown, ...time.notes].join('\n'), isError: false };
  },
});

/** Lines of one file, gaps between them marked where lines beside the matches are shown. */
function shownLines(path: string, lines: readonly NumberedLine[]): readonly string[] {
  const hasNeighbours = lines.some(({ isMatch }) => !isMatch);
  return lines.flatMap(({ line, text, isMatch }, position) => {
    const mark = isMatch ? ':' : '-';
    const before = lines[position - 1];
    const isGap = hasNeighbours && before !== undefined && before.line + 1 < line;
    return [...(isGap ? ['--'] : []), `${path}${mark}${line}${mark}${clip(text)}`];
  });
}

async function isFolder(start: string, shownPath: string): Promise<boolean> {
  try {
    return (await stat(start)).isDirectory();
  } catch (error) {
    throw new ToolError('missing', `There is no file or folder ${shownPath}.`, { cause: error });
  }
}

function clip(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE).toWellFormed()}…` : line;
}
