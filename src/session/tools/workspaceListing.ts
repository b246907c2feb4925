import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { globbyStream } from 'globby';
import { isInside } from './confinedPath';
import type { ToolContext } from './tool';
import { ToolError } from './tool';

/** Never of interest, even where no .gitignore names them. */
const ALWAYS_IGNORED = ['**/.git', '**/node_modules'];

/**
 * Files of the workspace that match a glob pattern, as paths from `folder`, without those that .gitignore hides.
 * Links are not followed. Reading may stop early.
 * @param folder Absolute path inside the workspace.
 * @throws ToolError `outside` for a pattern that leads out of the folder, `cancelled`
 */
export async function* listFiles(context: ToolContext, folder: string, pattern: string): AsyncGenerator<string> {
  if (isAbsolute(pattern) || pattern.split(/[\\/]/).includes('..')) {
    throw new ToolError('outside', `The pattern ${pattern} leads outside the workspace.`);
  }
  const found = globbyStream(pattern, {
    cwd: folder,
    gitignore: true,
    dot: true,
    followSymbolicLinks: false,
    suppressErrors: true,
    expandDirectories: false,
    ignore: ALWAYS_IGNORED.filter((ignored) => !pattern.includes(ignored.slice('**/'.length))),
  });
  const insideFolders = new Map<string, boolean>();
  for await (const path of found) {
    if (context.signal.aborted) throw new ToolError('cancelled', 'The search was stopped.');
    // A pattern may itself name a link to a folder elsewhere.
    const parent = dirname(join(folder, path));
    let inside = insideFolders.get(parent);
    if (inside === undefined) {
      inside = isInside(context.root, await realpath(parent));
      insideFolders.set(parent, inside);
    }
    if (inside) yield path;
  }
}
