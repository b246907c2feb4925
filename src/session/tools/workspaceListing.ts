import { dirname, join } from 'node:path';
import { globbyStream } from 'globby';
import { confinedPath } from './confinedPath';
import { expandGlob } from './globPattern';
import type { ToolContext } from './tool';
import { ToolError } from './tool';

/** Never of interest, even where no .gitignore names them. */
const ALWAYS_IGNORED = ['**/.git', '**/node_modules'];

/**
 * Files of the workspace that match a glob pattern, as paths from `folder`, without those that .gitignore hides.
 * Links are not followed, nor is anything looked at outside. Reading may stop early.
 * @param folder Absolute path inside the workspace.
 * @throws ToolError `outside` for a pattern that leads out of the folder, `arguments` for one too costly, `cancelled`
 */
export async function* listFiles(context: ToolContext, folder: string, pattern: string): AsyncGenerator<string> {
  const patterns: string[] = [];
  for (const single of expandGlob(pattern)) if (await staysInside(context, folder, single)) patterns.push(single);
  if (patterns.length === 0) return;
  const found = globbyStream(patterns, {
    cwd: folder,
    gitignore: true,
    dot: true,
    followSymbolicLinks: false,
    suppressErrors: true,
    expandDirectories: false,
    // Done already, so that what was checked is what is searched.
    braceExpansion: false,
    ignore: ALWAYS_IGNORED.filter((ignored) => !pattern.includes(ignored.slice('**/'.length))),
  });
  const insideFolders = new Map<string, boolean>();
  for await (const path of found) {
    if (context.signal.aborted) throw new ToolError('cancelled', 'The search was stopped.');
    const parent = dirname(join(folder, path));
    let inside = insideFolders.get(parent);
    if (inside === undefined) {
      inside = await isFolderInside(context, parent);
      insideFolders.set(parent, inside);
    }
    if (inside) yield path;
  }
}

/** Whether the folders a pattern names lie in the workspace: one may be a link to a folder elsewhere. */
function staysInside(context: ToolContext, folder: string, pattern: string): Promise<boolean> {
  const plain = pattern.replace(/^!+/, '').replaceAll('\\', '');
  return isFolderInside(context, dirname(join(folder, plain)));
}

async function isFolderInside(context: ToolContext, folder: string): Promise<boolean> {
  try {
    await confinedPath(context.root, folder);
    return true;
  } catch {
    return false;
  }
}
