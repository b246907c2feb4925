import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JournalEntry } from '../engine/journal';
import { t } from '../l10n/text';
import { ensureFolder } from './ensureFolder';
import { hasErrorCode } from './errorCode';
import { JournalError, journalWriteError } from './journalError';
import { journalLines, parseJournal } from './journalLines';
import type { JournalLock } from './journalLock';
import { lockJournal } from './journalLock';
import { syncFolder } from './syncFolder';

/** Where a session's entries go. */
export interface Journal {
  /** Resolves once the entries are on the disk. Calls are kept in order. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Waits for what is being written and gives up the right to write. */
  close(): Promise<void>;
}

/** Longest wait for another writer, milliseconds: the life of a lock that a reloading window left, and some more. */
const LOCK_WAIT_MILLISECONDS = 7_000;

/** A journal on the disk: JSON lines, only ever appended to. A crash at any byte loses at most the entry being written. */
export class JournalFile implements Journal {
  #queue: Promise<void> = Promise.resolve();
  #failure: JournalError | null = null;
  #closing: Promise<void> | null = null;

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly lock: JournalLock,
    /** Bytes of the file as this writer left it. */
    private size: number,
  ) {}

  /**
   * Starts a journal that must not exist yet.
   * @throws JournalError `diskFull`, `notWritable` or `failed`; no file is left behind then
   */
  static async create(path: string, first: JournalEntry): Promise<JournalFile> {
    let file: FileHandle | null = null;
    let lock: JournalLock | null = null;
    try {
      await ensureFolder(dirname(path));
      file = await open(path, 'ax');
      lock = await lockJournal(path, 0);
      const journal = new JournalFile(path, file, lock, 0);
      await journal.append([first]);
      await syncFolder(dirname(path));
      return journal;
    } catch (error) {
      await lock?.release();
      await file?.close();
      if (file !== null) await rm(path, { force: true });
      // Goes only where nothing else is in it.
      await rmdir(dirname(path)).catch(() => undefined);
      throw journalWriteError(error, path);
    }
  }

  /**
   * Opens a journal for writing and repairs a torn last line.
   * @throws JournalError
   */
  static async open(
    path: string,
    waitMilliseconds = LOCK_WAIT_MILLISECONDS,
  ): Promise<{ readonly journal: JournalFile; readonly entries: readonly JournalEntry[] }> {
    const file = await openExisting(path);
    let lock: JournalLock | null = null;
    try {
      lock = await lockJournal(path, waitMilliseconds);
      const content = await readFile(path);
      const { entries, wholeBytes, unendedBytes } = await parseJournal(content);
      if (unendedBytes > 0) await file.write('\n');
      else if (wholeBytes < content.length) await file.truncate(wholeBytes);
      const size = unendedBytes > 0 ? wholeBytes + unendedBytes + 1 : wholeBytes;
      return { journal: new JournalFile(path, file, lock, size), entries };
    } catch (error) {
      await lock?.release();
      await file.close();
      throw journalWriteError(error, path);
    }
  }

  append(entries: readonly JournalEntry[]): Promise<void> {
    const writing = this.#queue.then(() => this.#write(journalLines(entries)));
    // A failed write is told to its caller; the queue itself goes on.
    this.#queue = writing.catch(() => undefined);
    return writing;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#queue;
    this.#failure ??= new JournalError('closed', t('The session is closed.'));
    await this.file.close();
    await this.lock.release();
  }

  async #write(text: string): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    const bytes = Buffer.from(text);
    try {
      await this.#checkRight();
      await this.file.appendFile(bytes);
      await this.file.datasync();
      this.size += bytes.length;
    } catch (error) {
      if (error instanceof JournalError) throw error;
      await this.#takeBack(bytes.length);
      throw journalWriteError(error, this.path);
    }
  }

  /** Two writers would mix two conversations, so this one stops for good at the first sign of another. */
  async #checkRight(): Promise<void> {
    if (!(await this.lock.isHeld())) {
      this.#failure = new JournalError(
        'lockLost',
        t('Another window may have taken over this session. Open it again.'),
      );
      throw this.#failure;
    }
    const { size, nlink } = await this.file.stat();
    if (nlink === 0) {
      this.#failure = new JournalError('missing', t('The session has been deleted. Start a new one.'));
      throw this.#failure;
    }
    if (size !== this.size) {
      const message = t(
        'The file of this session was changed by another program. Open it again to go on from what it holds.',
      );
      this.#failure = new JournalError('changed', message);
      throw this.#failure;
    }
  }

  /** Removes half a line, so that the next append does not glue onto it; never what another program wrote. */
  async #takeBack(written: number): Promise<void> {
    try {
      const { size } = await this.file.stat();
      if (size < this.size || size > this.size + written) throw new Error('another program changed the file');
      await this.file.truncate(this.size);
    } catch (cause) {
      // Reading repairs what could not be taken back.
      const message = t('The file of this session could not be mended after a failed write. Open the session again.');
      this.#failure = new JournalError('unmended', message, { cause });
    }
  }
}

/** Reads a journal without changing it, whoever writes it. */
export async function readJournal(path: string): Promise<readonly JournalEntry[]> {
  try {
    return (await parseJournal(await readFile(path))).entries;
  } catch (error) {
    if (error instanceof JournalError) throw error;
    throw hasErrorCode(error, 'ENOENT') ? missing(error) : unreadable(error);
  }
}

async function openExisting(path: string): Promise<FileHandle> {
  try {
    // Appending as `a` does, without making the file.
    return await open(path, constants.O_WRONLY | constants.O_APPEND);
  } catch (error) {
    throw hasErrorCode(error, 'ENOENT') ? missing(error) : journalWriteError(error, path);
  }
}

function unreadable(cause: unknown): JournalError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new JournalError('failed', t('The session could not be read: {0}', why), { cause });
}

function missing(cause: unknown): JournalError {
  return new JournalError('missing', t('The session is no longer there.'), { cause });
}
