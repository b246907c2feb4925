import { randomBytes } from 'node:crypto';
import { link, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveEntry } from '../engine/archive';
import { t } from '../l10n/text';
import { ensureFolder } from './ensureFolder';
import { hasErrorCode } from './errorCode';
import { syncFolder } from './syncFolder';
import { writeFailureOf } from './writeFailure';

/** Names the archive gives: a hash and an extension, so never a folder, a drive or a device. */
const POINTER = /^[0-9a-f]{12,128}\.[a-z0-9]{1,16}$/;

/** An original could not be kept. Nothing may then be taken out of the context. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  constructor(
    readonly reason: 'pointer' | 'conflict' | 'diskFull' | 'notWritable' | 'failed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The originals of one session, one file each, named by content and never written twice. */
export class ArchiveFolder {
  constructor(private readonly folder: string) {}

  /**
   * Writes the entries; each file appears whole or not at all. Resolves once they are on the disk.
   * @throws ArchiveError
   */
  async write(entries: readonly ArchiveEntry[]): Promise<void> {
    if (entries.length === 0) return;
    try {
      await ensureFolder(this.folder);
    } catch (error) {
      throw archiveWriteError(error, this.folder);
    }
    for (const entry of entries) {
      const path = this.#path(entry.pointer);
      const bytes = bytesOf(entry);
      const existing = await this.read(entry.pointer);
      // Another writer, or something that is no file, may have the name before this one gets it.
      const isKept =
        existing === null ? await this.#place(path, bytes, putInPlace) : await this.#keep(path, bytes, existing);
      if (!isKept && (await this.read(entry.pointer))?.equals(bytes) !== true) {
        throw new ArchiveError(
          'conflict',
          t('The archive holds something else under {0}; it was not overwritten.', entry.pointer),
        );
      }
    }
    await syncFolder(this.folder);
  }

  /** The content behind a pointer, or null when there is none. */
  async read(pointer: string): Promise<Buffer | null> {
    if (!POINTER.test(pointer)) return null;
    try {
      const path = this.#path(pointer);
      // A link in the archive could lead anywhere, and a pipe could be waited for without end.
      if ((await realpath(path)) !== join(await realpath(this.folder), pointer)) return null;
      if (!(await stat(path)).isFile()) return null;
      return await readFile(path);
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
      throw error;
    }
  }

  /** Every pointer there is, the newest first. */
  async list(): Promise<readonly string[]> {
    const names = await readdir(this.folder).catch((error: unknown) => {
      if (hasErrorCode(error, 'ENOENT')) return [];
      throw error;
    });
    const dated = await Promise.all(
      names
        .filter((name) => POINTER.test(name))
        .map(async (name) => ({ name, time: (await stat(join(this.folder, name))).mtimeMs })),
    );
    return dated.sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
  }

  #path(pointer: string): string {
    if (!POINTER.test(pointer))
      throw new ArchiveError('pointer', t('{0} is no name of an archive file.', JSON.stringify(pointer)));
    return join(this.folder, pointer);
  }

  /** A file that a power cut left torn is written anew. @returns Whether the name holds the bytes now. */
  async #keep(path: string, bytes: Buffer, existing: Buffer): Promise<boolean> {
    if (bytes.equals(existing)) return true;
    return isTorn(existing, bytes) && (await this.#place(path, bytes, putOver));
  }

  /** @returns Whether the file is in its place now. */
  async #place(path: string, bytes: Buffer, put: typeof putInPlace): Promise<boolean> {
    const aside = `${path}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      const file = await open(aside, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      return await put(aside, path);
    } catch (error) {
      throw archiveWriteError(error, this.folder);
    } finally {
      await rm(aside, { force: true });
    }
  }
}

/** A hard link never overwrites; where there are none, a rename, as the name was free a moment ago. False when it is taken. */
async function putInPlace(aside: string, path: string): Promise<boolean> {
  try {
    await link(aside, path);
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    await rename(aside, path);
  }
  return true;
}

async function putOver(aside: string, path: string): Promise<boolean> {
  await rename(aside, path);
  return true;
}

/** Whether these are the bytes as a crash leaves them: the first of them, and zeros for the rest. */
function isTorn(existing: Buffer, whole: Buffer): boolean {
  if (existing.length > whole.length) return false;
  let length = existing.length;
  while (length > 0 && existing[length - 1] === 0) length -= 1;
  return existing.subarray(0, length).equals(whole.subarray(0, length));
}

/** An error of the file system on the way to the archive in `folder`. */
export function archiveWriteError(error: unknown, folder: string): ArchiveError {
  const { reason, text } = writeFailureOf(error, 'archive', folder);
  return new ArchiveError(reason, text, { cause: error });
}

/** Base64 is decoded where encoding it again gives the same text; else the text itself is kept. */
function bytesOf({ content }: ArchiveEntry): Buffer {
  if ('text' in content) return Buffer.from(content.text);
  const decoded = Buffer.from(content.base64, 'base64');
  return decoded.toString('base64') === content.base64 ? decoded : Buffer.from(content.base64);
}
