import { dirname, join } from 'node:path';
import { convertPathToPattern, globby, globbyStream } from 'globby';
import { confinedPath, workspacePath } from './confinedPath';
import { globMatcher, nameGlobs } from './globMatcher';
import { expandGlob } from './globPattern';
import { RipgrepError, ripgrepOutput } from './ripgrep';
import type { SearchTime } from './searchTime';
import type { ToolContext } from './tool';

/** Never of interest, even where no .gitignore names them. */
const GIT = '**/.git';
const NODE_MODULES = '**/node_modules';

export interface Listing {
  /** Absolute path inside the workspace, links resolved. */
  readonly folder: string;
  /** Glob pattern of the paths below the folder. */
  readonly pattern: string;
}

/**
 * Files of the workspace that match a glob pattern, as paths from the folder, in no order, without those that .gitignore
 * hides. Links are not followed, nor is anything looked at outside. Reading may stop early; it ends when the time is over.
 * @throws ToolError `outside` for a pattern that leads out of the folder, `arguments` for one too costly, `cancelled`
 */
export async function* listFiles(context: ToolContext, listing: Listing, time: SearchTime): AsyncGenerator<string> {
  const patterns = expandGlob(listing.pattern);
  if (patterns.length === 0) return;
  if (context.ripgrep !== null) {
    try {
      yield* listedByRipgrep(context.ripgrep, listing, patterns, time);
      return;
    } catch (error) {
      if (!(error instanceof RipgrepError)) throw error;
    }
  }
  yield* listedByNode(context, listing, patterns, time);
}

/** Whether a pattern asks for what is passed over otherwise. */
export function namesNodeModules(pattern: string): boolean {
  return pattern.includes('node_modules');
}

async function* listedByRipgrep(
  program: string,
  { folder, pattern }: Listing,
  patterns: readonly string[],
  time: SearchTime,
): AsyncGenerator<string> {
  const isWanted = globMatcher(patterns);
  const run = {
    program,
    folder,
    includesNodeModules: namesNodeModules(pattern),
    switches: ['--files', '--null', ...kindSwitches(patterns)],
    path: './',
    separator: '\0',
  } as const;
  for await (const printed of ripgrepOutput(run, time)) {
    const path = printed.replace(/^\.\//, '');
    if (isWanted(path)) yield path;
  }
}

/** Lets ripgrep pass over files by their names: unlike its globs, a kind of file does not overrule .gitignore. */
export function kindSwitches(patterns: readonly string[]): readonly string[] {
  const names = nameGlobs(patterns);
  return names.length === 0 ? [] : [...names.map((name) => `--type-add=wanted:${name}`), '--type=wanted'];
}

async function* listedByNode(
  context: ToolContext,
  { folder, pattern }: Listing,
  patterns: readonly string[],
  time: SearchTime,
): AsyncGenerator<string> {
  // A pattern may name a link, which the library would follow.
  const inside: string[] = [];
  for (const single of patterns) {
    const named = dirname(join(folder, single.replace(/^!+/, '').replaceAll('\\', '')));
    if (await isReachedWithoutLinks(context, named)) inside.push(forLibrary(single));
  }
  if (inside.length === 0 || time.isOver()) return;
  const found = globbyStream(inside, {
    cwd: folder,
    gitignore: !(await isIgnored(context, folder)),
    dot: true,
    followSymbolicLinks: false,
    suppressErrors: true,
    expandDirectories: false,
    // Done already, so that what was checked is what is searched.
    braceExpansion: false,
    ignore: namesNodeModules(pattern) ? [GIT] : [GIT, NODE_MODULES],
  });
  const plainFolders = new Map<string, boolean>();
  for await (const path of found) {
    if (time.isOver()) return;
    if (isOfGit(path)) continue;
    const parent = dirname(join(folder, path));
    let isPlain = plainFolders.get(parent);
    if (isPlain === undefined) {
      isPlain = await isReachedWithoutLinks(context, parent);
      plainFolders.set(parent, isPlain);
    }
    if (isPlain) yield path;
  }
}

/** Whether .gitignore hides the folder itself; who names it all the same wants to see what is in it. */
async function isIgnored({ root }: ToolContext, folder: string): Promise<boolean> {
  if (folder === root) return false;
  const names = workspacePath(root, folder).split('/');
  const above = names.map((_name, depth) => names.slice(0, depth).join('/'));
  const found = await globby(convertPathToPattern(names.join('/')), {
    cwd: root,
    ignoreFiles: above.map((path) => convertPathToPattern(join(path, '.gitignore'))),
    onlyDirectories: true,
    expandDirectories: false,
    dot: true,
    suppressErrors: true,
  });
  return found.length === 0;
}

/** The library takes a name with a question mark for a folder, and a pattern that begins with `!(` for what is left out. */
function forLibrary(pattern: string): string {
  const plain = pattern.replaceAll(/(?<!\\)\?(?!\()/g, '[^/]');
  return plain.startsWith('!(') ? `./${plain}` : plain;
}

/** Where the file system tells no case, another spelling names the same folder. */
function isOfGit(path: string): boolean {
  return path.split('/').some((name) => name.toLowerCase() === '.git');
}

async function isReachedWithoutLinks(context: ToolContext, folder: string): Promise<boolean> {
  try {
    return (await confinedPath(context.root, folder)) === folder;
  } catch {
    return false;
  }
}
