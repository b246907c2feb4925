import { copyFile, link, lstat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveWriteError } from './archiveFolder';
import { ensureFolder } from './ensureFolder';
import { hasErrorCode } from './errorCode';
import { syncFolder } from './syncFolder';

/**
 * Gives a session originals of another one. They are never changed, so both can have the same files; where the file
 * system has no hard links they are copied. What is not there, or is no file, is passed over.
 *
 * @param from folder of the other archive
 * @param to folder of the archive that gets them
 * @throws ArchiveError
 */
export async function shareArchive(from: string, to: string, pointers: Iterable<string>): Promise<void> {
  let isThere = false;
  try {
    for (const pointer of pointers) {
      const original = join(from, pointer);
      const facts = await lstat(original).catch(noFile);
      if (facts?.isFile() !== true) continue;
      if (!isThere) await ensureFolder(to);
      isThere = true;
      await share(original, join(to, pointer), facts.mtime);
    }
    if (isThere) await syncFolder(to);
  } catch (error) {
    throw archiveWriteError(error, to);
  }
}

/** @param changed when the original was written: the archive lists by that */
async function share(original: string, path: string, changed: Date): Promise<void> {
  try {
    await link(original, path);
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return;
    await copyFile(original, path);
    await utimes(path, changed, changed);
  }
}

function noFile(error: unknown): null {
  if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
  throw error;
}
