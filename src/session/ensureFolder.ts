import { mkdir } from 'node:fs/promises';
import { hasErrorCode } from './errorCode';

/** Makes a folder and those above it, where they are not there yet. */
export async function ensureFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    // On a read-only disk Node says of a new folder that it is not there; made alone it fails for the true reason.
    if (!hasErrorCode(error, 'ENOENT')) throw error;
    await mkdir(path);
  }
}
