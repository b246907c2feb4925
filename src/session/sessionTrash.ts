import { readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { t } from '../l10n/text';
import { ensureFolder } from './ensureFolder';
import { hasErrorCode } from './errorCode';
import { JournalError } from './journalError';

/** Milliseconds a deleted session can be brought back: 30 days, as mail and desktops do. */
const KEPT_MILLISECONDS = 30 * 86_400_000;

/** A deleted session's folder: when it was deleted, milliseconds since the epoch, and its id. */
const TRASHED = /^(\d{1,16})\.(\d{8}-\d{6}-[0-9a-f]{8})$/;

export interface TrashedSession {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly deletedAt: number;
  /** Its folder. */
  readonly path: string;
}

/**
 * Deleted sessions, a folder each inside a folder of the store. Not the trash of the desktop: that has no way back for a
 * program, and a remote machine has none.
 */
export class SessionTrash {
  constructor(
    private readonly store: string,
    private readonly folder: string,
  ) {}

  /** Takes the session's folder out of the store. The caller holds its lock. */
  async put(id: string, now: number): Promise<void> {
    await ensureFolder(this.folder);
    await rename(join(this.store, id), join(this.folder, `${String(now)}.${id}`));
  }

  /** Newest first. */
  async list(): Promise<readonly TrashedSession[]> {
    const names = await readdir(this.folder).catch((error: unknown) => {
      if (hasErrorCode(error, 'ENOENT')) return [];
      throw error;
    });
    return names
      .flatMap((name) => {
        const [, time, id] = TRASHED.exec(name) ?? [];
        return time === undefined || id === undefined
          ? []
          : [{ id, deletedAt: Number(time), path: join(this.folder, name) }];
      })
      .sort((a, b) => b.deletedAt - a.deletedAt);
  }

  /** @throws JournalError `missing` where the trash has no such session any more */
  async restore(id: string): Promise<void> {
    const found = (await this.list()).find((session) => session.id === id);
    if (found === undefined) throw new JournalError('missing', t('The session is no longer in the trash.'));
    await rename(found.path, join(this.store, id));
  }

  /** Removes for good what was deleted long ago. */
  async empty(now: number): Promise<void> {
    for (const { deletedAt, path } of await this.list()) {
      if (now - deletedAt > KEPT_MILLISECONDS) await rm(path, { recursive: true, force: true });
    }
    // Goes only when nothing is in it.
    await rmdir(this.folder).catch(() => undefined);
  }
}
