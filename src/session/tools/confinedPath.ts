import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { hasErrorCode } from '../errorCode';
import { checkPathNames, isSharePath } from './pathNames';
import { ToolError } from './tool';

/**
 * The absolute path of what a tool names, links resolved, if it lies in the workspace. For what does not exist yet, the
 * deepest folder that exists is resolved, so that no link leads a new file outside.
 * @param root Absolute path of the workspace folder, links resolved.
 * @throws ToolError `outside`, or `arguments` for a path that does not mean what it says
 */
export async function confinedPath(root: string, path: string): Promise<string> {
  checkPathNames(path, process.platform);
  const wanted = isAbsolute(path) ? resolve(path) : resolve(root, path);
  const isForeignShare = isSharePath(wanted, process.platform) && !isInside(root, wanted);
  const actual = isForeignShare ? null : await resolveLinks(wanted);
  if (actual === null || !isInside(root, actual)) {
    throw new ToolError('outside', `${path} lies outside the workspace; only files inside it can be used.`);
  }
  return actual;
}

/** Whether `path` is `root` or below it. Both absolute, links resolved. */
function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The path from the workspace folder, with forward slashes, as it is shown and given to the model. */
export function workspacePath(root: string, path: string): string {
  const way = relative(root, path).split(sep).join('/');
  return way === '' ? '.' : way;
}

async function resolveLinks(path: string): Promise<string> {
  const missing: string[] = [];
  let current = path;
  for (;;) {
    try {
      return join(await realpath(current), ...missing);
    } catch (error) {
      const parent = dirname(current);
      if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR') || parent === current) throw error;
      // Writing through a link that leads nowhere would make a file at its end.
      if (await isLink(current)) throw new ToolError('outside', `${current} is a link that leads nowhere.`);
      missing.unshift(current.slice(parent.length).replace(/^[\\/]/, ''));
      current = parent;
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}
