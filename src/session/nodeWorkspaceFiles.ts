import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { WorkspaceFiles } from './workspaceFiles';

/** The workspace's files on the disk, without an editor. */
export const nodeWorkspaceFiles: WorkspaceFiles = {
  read: (path) => readFile(path),
  write: async (path, text) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  },
  create: async (path, text) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' });
  },
};
