import { randomBytes } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HeaderEntry, JournalEntry } from '../engine/journal';
import { JOURNAL_VERSION } from '../engine/journal';
import { t } from '../l10n/text';
import { ArchiveFolder } from './archiveFolder';
import type { CarriedSession } from './continueSession';
import { hasErrorCode } from './errorCode';
import { forkedEntries, pointersIn } from './forkSession';
import { JournalError, journalWriteError } from './journalError';
import type { Journal } from './journalFile';
import { JournalFile, readJournal } from './journalFile';
import { parseEntry } from './journalLines';
import { lockJournal } from './journalLock';
import { SummarizedJournal, readSummary } from './sessionSummary';
import { shareArchive } from './shareArchive';
import { SessionTrash } from './sessionTrash';
import { cleanTitle } from './sessionTitle';

const JOURNAL_NAME = 'journal.jsonl';
const ARCHIVE_NAME = 'archive';
const TRASH_NAME = '.trash';

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
  /** The newest model; null when only a whole read would tell. */
  readonly model: string | null;
  /** The program whose conversation it is; null for a session of the chat. */
  readonly client: string | null;
  /** Bytes of the journal. */
  readonly bytes: number;
}

export interface StoredSession {
  readonly id: string;
  readonly journal: Journal;
  readonly archive: ArchiveFolder;
  readonly entries: readonly JournalEntry[];
}

/** The sessions of one place, a folder each. */
export class SessionStore {
  readonly trash: SessionTrash;

  constructor(private readonly folder: string) {
    this.trash = new SessionTrash(folder, join(folder, TRASH_NAME));
  }

  /** @param facts What the header says beside version, id, title and date. */
  async create(
    facts: Pick<HeaderEntry, 'provider' | 'model' | 'window' | 'reserve' | 'workspace' | 'origin' | 'client'>,
    now: number,
  ): Promise<StoredSession> {
    const id = newSessionId(now);
    const header: HeaderEntry = {
      type: 'header',
      version: JOURNAL_VERSION,
      sessionId: id,
      title: t('New session'),
      createdAt: now,
      ...facts,
    };
    return this.#stored(id, await JournalFile.create(this.journalPath(id), header), [header]);
  }

  /**
   * Starts a session that is another one up to a message of the user, without that message. The other one may be open.
   * @param index of the message in the history
   * @param text what is to be said in its place; it is not said yet
   * @param now milliseconds since the epoch
   * @throws ForkError
   * @throws JournalError
   * @throws ArchiveError
   */
  async fork(id: string, index: number, text: string, now: number): Promise<StoredSession> {
    const ownId = newSessionId(now);
    const entries = forkedEntries(await this.read(id), index, text, { sessionId: ownId, createdAt: now });
    return this.#begin(ownId, entries, async (archive) => {
      await shareArchive(join(this.folder, id, ARCHIVE_NAME), archive, pointersIn(entries));
    });
  }

  /**
   * Starts a session that goes on where another one leaves off, with what it hands over.
   * @param now milliseconds since the epoch
   * @throws JournalError
   * @throws ArchiveError
   */
  async continueFrom(id: string, carried: CarriedSession, now: number): Promise<StoredSession> {
    const ownId = newSessionId(now);
    const header: HeaderEntry = {
      ...carried.facts,
      type: 'header',
      version: JOURNAL_VERSION,
      sessionId: ownId,
      createdAt: now,
      origin: { relation: 'continues', sessionId: id, historyLength: carried.historyLength },
    };
    return this.#begin(ownId, [header, ...carried.entries], async (folder) => {
      const theirs = join(this.folder, id, ARCHIVE_NAME);
      await shareArchive(theirs, folder, await new ArchiveFolder(theirs).list());
      await new ArchiveFolder(folder).write(carried.originals);
    });
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

  /**
   * Gives a session that nobody has open another title.
   * @throws JournalError `locked` while another window has it open
   */
  async rename(id: string, title: string): Promise<void> {
    const { journal } = await this.open(id, 0);
    try {
      await journal.append([{ type: 'title', title: cleanTitle(title) }]);
    } finally {
      await journal.close();
    }
  }

  /**
   * Moves a session with its archive into the trash.
   * @param now milliseconds since the epoch
   * @throws JournalError `locked` while another window has it open
   */
  async delete(id: string, now: number): Promise<void> {
    const path = this.journalPath(id);
    try {
      const lock = await lockJournal(path, 0);
      try {
        await this.trash.put(id, now);
      } finally {
        await lock.release();
      }
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) throw new JournalError('missing', t('The session is no longer there.'));
      throw journalWriteError(error, this.folder);
    }
    // It moved along.
    const trashed = (await this.trash.list()).find((session) => session.id === id);
    if (trashed !== undefined) await rm(join(trashed.path, `${JOURNAL_NAME}.lock`), { recursive: true, force: true });
  }

  /** Deleted sessions with their titles, the newest first. */
  async listTrash(): Promise<readonly { readonly id: string; readonly title: string; readonly deletedAt: number }[]> {
    return Promise.all(
      (await this.trash.list()).map(async ({ id, deletedAt, path }) => ({
        id,
        deletedAt,
        title: (await readSummary(path))?.title ?? (await headOf(join(path, JOURNAL_NAME))).title,
      })),
    );
  }

  /** @throws JournalError `missing` for what is no id */
  journalPath(id: string): string {
    if (!SESSION_ID.test(id)) throw new JournalError('missing', t('There is no such session.'));
    return join(this.folder, id, JOURNAL_NAME);
  }

  /** Folder of a session's originals. @throws JournalError `missing` for what is no id */
  archivePath(id: string): string {
    return join(dirname(this.journalPath(id)), ARCHIVE_NAME);
  }

  /**
   * Writes a session that begins with more than its header. The archive comes first: entries that are read find it.
   * @param fill given the folder of the archive
   */
  async #begin(
    id: string,
    [header, ...rest]: readonly [HeaderEntry, ...JournalEntry[]],
    fill: (archive: string) => Promise<void>,
  ): Promise<StoredSession> {
    const folder = join(this.folder, id);
    let file: JournalFile | null = null;
    try {
      await fill(join(folder, ARCHIVE_NAME));
      file = await JournalFile.create(this.journalPath(id), header);
      await file.append(rest);
      return this.#stored(id, file, [header, ...rest]);
    } catch (error) {
      await file?.close().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
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
      const { mtimeMs, size } = await stat(path);
      const summary = await readSummary(join(this.folder, id));
      const { title, messages, model, client } = summary ?? (await headOf(path));
      return { id, title, messages, model: model ?? null, client: client ?? null, updatedAt: mtimeMs, bytes: size };
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return null;
      throw error;
    }
  }
}

/** What the first bytes of a journal tell. */
async function headOf(path: string): Promise<Pick<SessionListItem, 'title' | 'messages' | 'model' | 'client'>> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    let title = t('New session');
    let model: string | null = null;
    let client: string | null = null;
    for (const line of lines) {
      const entry = parseEntry(line);
      if (entry?.type === 'header' || entry?.type === 'title') title = entry.title;
      if (entry?.type === 'header' || entry?.type === 'model') model = entry.model;
      if (entry?.type === 'header') client = entry.client ?? null;
    }
    return { title, messages: null, model, client };
  } finally {
    await file.close();
  }
}

function newSessionId(now: number): string {
  const [date = '', time = ''] = new Date(now).toISOString().split(/[T.]/);
  return `${date.replaceAll('-', '')}-${time.replaceAll(':', '')}-${randomBytes(4).toString('hex')}`;
}
