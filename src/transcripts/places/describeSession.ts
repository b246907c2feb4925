import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { dirname, join, relative, isAbsolute, sep } from 'node:path';
import { isRecord } from '../../wire/jsonValue';
import type { FoundSession } from './findSessions';
import { folderOf, readSessionHead, type SessionHead } from './sessionHead';

/** Files beside a session that name its project are a line or a few; bytes. */
const LARGEST_NOTE = 65_536;

/**
 * Title and workspace of a session, of its first bytes and of what stands beside it.
 * @param folders absolute paths of the open workspace's folders
 */
export async function describeSession(session: FoundSession, folders: readonly string[]): Promise<SessionHead> {
  const head = await readSessionHead(session.path).catch((): SessionHead => ({ title: null, workspace: null }));
  return { title: head.title, workspace: (await projectOf(session, folders)) ?? head.workspace };
}

/** Whether an agent worked in one of the folders, or below it. */
export function isInWorkspace(workspace: string | null, folders: readonly string[]): boolean {
  if (workspace === null) return false;
  return folders.some((folder) => {
    const way = relative(folder, workspace);
    return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
  });
}

async function projectOf({ path, place }: FoundSession, folders: readonly string[]): Promise<string | null> {
  const project = dirname(dirname(path));
  if (place.project === undefined) return null;
  switch (place.project) {
    case 'workspaceJson': {
      const note = parseJson((await noteAt(join(project, 'workspace.json'))) ?? '');
      return isRecord(note) ? (folderOf(note['folder']) ?? folderOf(note['workspace'])) : null;
    }
    case 'geminiRoot': {
      const root = folderOf((await noteAt(join(project, '.project_root')))?.trim());
      // Before there was a note, the folder was named by the project's hash.
      return root ?? folders.find((folder) => project.endsWith(sha256(folder))) ?? null;
    }
  }
}

async function noteAt(path: string): Promise<string | null> {
  try {
    const status = await lstat(path);
    return status.isFile() && status.size <= LARGEST_NOTE ? await readFile(path, 'utf8') : null;
  } catch {
    return null;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
