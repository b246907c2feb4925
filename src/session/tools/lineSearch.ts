import { basename, dirname, join, relative, sep } from 'node:path';
import { globMatcher } from './globMatcher';
import { expandGlob } from './globPattern';
import { LARGEST_FILE } from './ordinaryFile';
import { PatternSearch } from './patternSearch';
import { RipgrepError } from './ripgrep';
import type { MatchingFile, NumberedLine } from './ripgrepLines';
import { ripgrepLines } from './ripgrepLines';
import { LARGEST_SEARCHED, searchableText } from './searchableText';
import type { SearchTime } from './searchTime';
import type { ToolContext } from './tool';
import { kindSwitches, listFiles, namesNodeModules } from './workspaceListing';

export interface LineSearch {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  /** Absolute path of the file or folder to search, links resolved. */
  readonly start: string;
  readonly startsInFolder: boolean;
  /** Glob pattern of the paths below a folder. */
  readonly include: string;
  /** Lines shown before and after each that matches. */
  readonly around: number;
  /** Lines kept of each file. */
  readonly mostLines: number;
}

/**
 * The files with lines that match, paths from the folder that is searched. What an editor holds unsaved is searched as it
 * stands there.
 * @throws ToolError `arguments` for a pattern that is none, `outside`, `cancelled`
 */
export async function* matchingFiles(
  context: ToolContext,
  search: LineSearch,
  time: SearchTime,
): AsyncGenerator<MatchingFile> {
  if (context.ripgrep !== null) {
    try {
      yield* foundByRipgrep(context, context.ripgrep, search, time);
      return;
    } catch (error) {
      // It speaks another dialect of expressions; what it refuses may be one all the same.
      if (!(error instanceof RipgrepError)) throw error;
    }
  }
  yield* foundByNode(context, search, time);
}

async function* foundByRipgrep(
  context: ToolContext,
  program: string,
  search: LineSearch,
  time: SearchTime,
): AsyncGenerator<MatchingFile> {
  const { start, startsInFolder, include } = search;
  const folder = folderOf(search);
  const patterns = startsInFolder ? expandGlob(include) : [];
  const isWanted = startsInFolder ? globMatcher(patterns) : (): boolean => true;
  const unsaved = unsavedBelow(context, search, isWanted);
  const run = {
    program,
    folder,
    includesNodeModules: !startsInFolder || namesNodeModules(include),
    switches: [
      // The other engine knows what looks around and back.
      '--engine=auto',
      search.ignoreCase ? '--ignore-case' : '--case-sensitive',
      `--context=${search.around}`,
      ...(startsInFolder ? [`--max-filesize=${LARGEST_SEARCHED}`, ...kindSwitches(patterns)] : []),
      `--regexp=${search.pattern}`,
    ],
    path: startsInFolder ? './' : `./${basename(start)}`,
  };
  for await (const file of ripgrepLines(run, search.mostLines, time)) {
    if (isWanted(file.path) && !unsaved.includes(file.path)) yield file;
  }
  for (const path of unsaved) {
    if (time.isOver()) return;
    const found = await foundInFile(context, search, path, LARGEST_FILE);
    if (found !== null) yield found;
  }
}

async function* foundByNode(context: ToolContext, search: LineSearch, time: SearchTime): AsyncGenerator<MatchingFile> {
  const { start, startsInFolder, include } = search;
  if (!startsInFolder) {
    const found = await foundInFile(context, search, basename(start), LARGEST_FILE);
    if (found !== null) yield found;
    return;
  }
  for await (const path of listFiles(context, { folder: start, pattern: include }, time)) {
    const found = await foundInFile(context, search, path, LARGEST_SEARCHED);
    if (found !== null) yield found;
  }
}

async function foundInFile(
  context: ToolContext,
  search: LineSearch,
  path: string,
  mostBytes: number,
): Promise<MatchingFile | null> {
  const expression = new PatternSearch(search.pattern, search.ignoreCase);
  const text = await searchableText(join(folderOf(search), path), context, mostBytes);
  if (text === null) return null;
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const matches = expression.matchingLines(lines, search.mostLines);
  return matches.length === 0 ? null : { path, lines: withNeighbours(lines, matches, search) };
}

function withNeighbours(
  lines: readonly string[],
  matches: readonly number[],
  { around, mostLines }: LineSearch,
): readonly NumberedLine[] {
  const matching = new Set(matches);
  const shown: NumberedLine[] = [];
  let next = 0;
  for (const match of matches) {
    const end = Math.min(lines.length - 1, match + around);
    for (let index = Math.max(next, match - around); index <= end && shown.length < mostLines; index += 1) {
      shown.push({ line: index + 1, text: lines[index] ?? '', isMatch: matching.has(index) });
      next = index + 1;
    }
  }
  return shown;
}

/** Files that the disk has otherwise than the editor, as paths from the folder. */
function unsavedBelow(
  { files }: ToolContext,
  search: LineSearch,
  isWanted: (path: string) => boolean,
): readonly string[] {
  const folder = folderOf(search);
  return files.unsaved().flatMap((path) => {
    const way = relative(folder, path).split(sep).join('/');
    const isBelow = search.startsInFolder ? way !== '' && !/^\.\.(?:\/|$)/.test(way) : path === search.start;
    const isHidden = /(?:^|\/)(?:\.git|node_modules)\//i.test(way);
    return isBelow && !isHidden && isWanted(way) ? [way] : [];
  });
}

function folderOf({ start, startsInFolder }: LineSearch): string {
  return startsInFolder ? start : dirname(start);
}
