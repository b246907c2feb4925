import { randomBytes } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HeaderEntry, JournalEntry } from '../engine/journal';
import { JOURNAL_VERSION } from '../engine/journal';
import { ArchiveFolder } from './archiveFolder';
import { hasErrorCode } from './errorCode';
import { JournalError } from './journalError';
import type { Journal } from './journalFile';
import { JournalFile, readJournal } from './journalFile';
import { parseEntry } from './journalLines';
import { lockJournal } from './journalLock';
import { SummarizedJournal, readSummary } from './sessionSummary';

const JOURNAL_NAME = 'journal.jsonl';
const ARCHIVE_NAME = 'archive';

/** Ids are names of folders: a date and random characters. */
const SESSION_ID = /^\d{8}-\d{6}-[0-9a-f]{8}$/;

/** Bytes read of a journal to find its title when it has no summary yet. */
const HEAD_BYTES = 65_536;

/** One line of the list of sessions. */
export interface SessionListItem {
  readonly id: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
  /** Null when only a whole read would tell. */
  readonly messages: number | null;
}

export interface StoredSession {
  readonly id: string;
  readonly journal: Journal;
  readonly archive: ArchiveFolder;
  readonly entries: readonly JournalEntry[];
}

/** The sessions of one place, a folder each. */
export class SessionStore {
  constructor(private readonly folder: string) {}

  /** @param facts What the header says beside version, id, title and date. */
  async create(
    facts: Pick<HeaderEntry, 'provider' | 'model' | 'window' | 'reserve' | 'workspace'>,
    now: number,
  ): Promise<StoredSession> {
    const id = newSessionId(now);
    const header: HeaderEntry = {
      type: 'header',
      version: JOURNAL_VERSION,
      sessionId: id,
      title: 'New session',
      createdAt: now,
      ...facts,
    };
    return this.#stored(id, await JournalFile.create(this.journalPath(id), header), [header]);
  }

  /**
   * Opens a session for writing.
   * @param waitMilliseconds How long to wait for another writer.
   * @throws JournalError
   */
  async open(id: string, waitMilliseconds?: number): Promise<StoredSession> {
    const { journal, entries } = await JournalFile.open(this.journalPath(id), waitMilliseconds);
    return this.#stored(id, journal, entries);
  }

  /** Reads a session that another window may be writing. */
  read(id: string): Promise<readonly JournalEntry[]> {
    return readJournal(this.journalPath(id));
  }

  /** Newest first. Reads a few bytes of each session, however long it is. */
  async list(): Promise<readonly SessionListItem[]> {
    let names: string[];
    try {
      names = await readdir(this.folder);
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return [];
      throw error;
    }
    const items = await Promise.all(names.filter((name) => SESSION_ID.test(name)).map((id) => this.#item(id)));
    return items.filter((item) => item !== null).sort((a, b) => b.updatedAt - a.updatedAt);
  }

  /** @throws JournalError `locked` while another window has it open */
  async delete(id: string): Promise<void> {
    const path = this.journalPath(id);
    const lock = await lockJournal(path, 0);
    await lock.release();
    await rm(join(this.folder, id), { recursive: true, force: true });
  }

  /** @throws JournalError `missing` for what is no id */
  journalPath(id: string): string {
    if (!SESSION_ID.test(id)) throw new JournalError('missing', 'There is no such session.');
    return join(this.folder, id, JOURNAL_NAME);
  }

  #stored(id: string, file: JournalFile, entries: readonly JournalEntry[]): StoredSession {
    const folder = join(this.folder, id);
    const journal = new SummarizedJournal(file, folder, entries);
    return { id, journal, archive: new ArchiveFolder(join(folder, ARCHIVE_NAME)), entries };
  }

  /** @returns null for a folder without a journal. */
  async #item(id: string): Promise<SessionListItem | null> {
    try {
      const path = this.journalPath(id);
      const { mtimeMs } = await stat(path);
      const summary = await readSummary(join(this.folder, id));
      return { id, updatedAt: mtimeMs, ...(summary ?? { title: await titleInHead(path), messages: null }) };
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return null;
      throw error;
    }
  }
}

async function titleInHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    let title = 'New session';
    for (const line of lines) {
      const entry = parseEntry(line);
      if (entry?.type === 'header' || entry?.type === 'title') title = entry.title;
    }
    return title;
  } finally {
    await file.close();
  }
}

function newSessionId(now: number): string {
  const [date = '', time = ''] = new Date(now).toISOString().split(/[T.]/);
  return `${date.replaceAll('-', '')}-${time.replaceAll(':', '')}-${randomBytes(4).toString('hex')}`;
}
