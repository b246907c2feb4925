import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ToolError } from './tools/tool';
import type { WorkspaceFiles } from './workspaceFiles';

/** No link is followed at the end of a path, and no pipe is waited for. Windows knows neither, and takes them as nothing. */
const CAREFULLY = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * The workspace's files on the disk, without an editor. What a path led to when it was checked may be a link by now: each
 * file is looked at again once it is open, before anything is read or written.
 */
export const nodeWorkspaceFiles: WorkspaceFiles = {
  read: (path) => withFile(path, constants.O_RDONLY, (file) => file.readFile()),
  write: async (path, text) => {
    await mkdir(dirname(path), { recursive: true });
    await withFile(path, constants.O_WRONLY | constants.O_CREAT, async (file) => {
      await file.truncate();
      await file.writeFile(text);
    });
  },
  create: async (path, text) => {
    await mkdir(dirname(path), { recursive: true });
    await withFile(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, (file) => file.writeFile(text));
  },
  unsaved: () => [],
};

async function withFile<Result>(
  path: string,
  flags: number,
  use: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, flags | CAREFULLY);
  try {
    if (!(await file.stat()).isFile()) throw new ToolError('unsuitable', `${path} is no ordinary file.`);
    if (!(await isAt(file, path))) throw new ToolError('outside', `${path} was replaced by a link meanwhile.`);
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Whether an open file is the one at a path, no link having led to it. */
async function isAt(file: FileHandle, path: string): Promise<boolean> {
  // Linux tells where an open file lies, which nobody can change any more.
  const place = await readlink(`/proc/self/fd/${file.fd}`).catch(() => null);
  if (place !== null) return place === path;
  const [parent, facts, opened] = await Promise.all([realpath(dirname(path)), lstat(path), file.stat()]);
  return parent === dirname(path) && facts.ino === opened.ino && facts.dev === opened.dev;
}
