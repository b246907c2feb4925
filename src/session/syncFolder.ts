import { open } from 'node:fs/promises';

/** Makes the names in a folder survive a power cut, where the system can: Windows opens no folders and needs none of it. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch {
    // The content is on the disk already; only the entry of the folder may come a moment later.
  }
}
