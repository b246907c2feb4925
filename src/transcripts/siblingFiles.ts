import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files beside a session file that its agent keeps there: the rest of one session. Names are the reader's, never a file's. */
export interface SiblingFiles {
  /**
   * Names of the files in the session file's folder, or in a folder seen from there; sorted. Empty where it cannot be read.
   *
   * @param segments folders from the session file's own, e.g. `'events'`; `'..'` goes up
   */
  list(...segments: readonly string[]): Promise<readonly string[]>;
  /** JSON of a file seen from the session file's folder; undefined where there is none, or none that can be read. */
  readJson(...segments: readonly string[]): Promise<unknown>;
}

/** What stands beside a session is small; a larger file is taken for something else. Bytes. */
const LARGEST_SIBLING_BYTES = 256 << 20;

/** A folder with more files than these is listed in part. */
const MAXIMUM_FILES = 200_000;

/** The files beside a session file on the disk. */
export function siblingFilesOf(path: string): SiblingFiles {
  const folder = dirname(path);
  return {
    async list(...segments) {
      try {
        const entries = await readdir(join(folder, ...segments), { withFileTypes: true });
        const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
        return names.sort().slice(0, MAXIMUM_FILES);
      } catch {
        return [];
      }
    },
    async readJson(...segments) {
      const file = join(folder, ...segments);
      try {
        const status = await stat(file);
        if (!status.isFile() || status.size > LARGEST_SIBLING_BYTES) return undefined;
        return JSON.parse(await readFile(file, 'utf8')) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}
