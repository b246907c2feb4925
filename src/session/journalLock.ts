import * as fs from 'node:fs';
import { rmdir, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { t } from '../l10n/text';
import { hasErrorCode } from './errorCode';
import { JournalError } from './journalError';

/** Milliseconds after which a lock that nobody renews counts as left behind by a process that died. */
const STALE_MILLISECONDS = 5_000;
const RENEW_MILLISECONDS = 1_500;

/** Milliseconds between two tries. */
const RETRY_MILLISECONDS = 250;

export interface JournalLock {
  /**
   * Whether this process still has the right to write. One that was stopped, or slept with its machine, may have lost it
   * without having been told yet.
   */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes the only right to write a file.
 * @param waitMilliseconds How long to wait for another writer. A window that reloads leaves its lock behind for up to 5 s.
 * @throws JournalError `locked` when another writer keeps it
 */
export async function lockJournal(path: string, waitMilliseconds: number): Promise<JournalLock> {
  const watch = new LockWatch(`${path}.lock`);
  for (let waited = 0; ; waited += RETRY_MILLISECONDS) {
    try {
      return await takeLock(path);
    } catch (error) {
      if (!hasErrorCode(error, 'ELOCKED')) throw error;
      if (await watch.removeDead()) continue;
      if (waited >= waitMilliseconds) {
        throw new JournalError(
          'locked',
          t('This session is open in another window. Close it there, or read it here.'),
          {
            cause: error,
          },
        );
      }
      await sleep(RETRY_MILLISECONDS);
    }
  }
}

/**
 * Tells a lock that nobody renews by watching it. The library compares its time with the clock, so a lock that a dead
 * process left before the clock was put back would hold until the clock has caught up.
 */
class LockWatch {
  #time = Number.NaN;
  #since = 0;

  constructor(private readonly lockPath: string) {}

  /** Removes the lock where it has stood still for as long as one lives. */
  async removeDead(): Promise<boolean> {
    const time = await stat(this.lockPath).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.NaN,
    );
    const now = performance.now();
    if (time !== this.#time) {
      this.#time = time;
      this.#since = now;
    }
    if (Number.isNaN(time) || now - this.#since < STALE_MILLISECONDS) return false;
    return rmdir(this.lockPath).then(
      () => true,
      () => false,
    );
  }
}

async function takeLock(path: string): Promise<JournalLock> {
  const lockPath = `${path}.lock`;
  const renewals = new Renewals();
  let isLost = false;
  const release = await lock(path, {
    realpath: false,
    lockfilePath: lockPath,
    stale: STALE_MILLISECONDS,
    update: RENEW_MILLISECONDS,
    fs: { ...fs, utimes: renewals.utimes },
    onCompromised: () => {
      isLost = true;
    },
  });
  const isHeld = async (): Promise<boolean> => {
    // Nobody takes over a lock that was renewed a moment ago.
    if (!isLost && !renewals.isRecent) isLost = !(await renewals.isOurs(lockPath));
    return !isLost;
  };
  return {
    isHeld,
    release: async () => {
      // A lost lock belongs to someone else; the library would remove it all the same.
      if (await isHeld()) await release();
    },
  };
}

/** What this process wrote on its lock: the time of the newest renewal, and the one that may be under way. */
class Renewals {
  #confirmed = { at: Number.NEGATIVE_INFINITY, time: Number.NaN };
  #attempted = Number.NaN;

  /** Renews as the library asks for it. */
  readonly utimes = (path: string, accessed: Date, modified: Date, done: (error: Error | null) => void): void => {
    this.#attempted = modified.getTime();
    fs.utimes(path, accessed, modified, (error) => {
      if (error === null) this.#confirmed = { at: Date.now(), time: modified.getTime() };
      done(error);
    });
  };

  /** Whether the last renewal is so new that none can have counted the lock as stale. Half, as clocks and disks differ. */
  get isRecent(): boolean {
    const age = Date.now() - this.#confirmed.at;
    return age >= 0 && age < STALE_MILLISECONDS / 2;
  }

  /** Whether the lock still bears what this process wrote on it. */
  async isOurs(lockPath: string): Promise<boolean> {
    try {
      const time = (await stat(lockPath)).mtime.getTime();
      return time === this.#confirmed.time || time === this.#attempted;
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return false;
      throw error;
    }
  }
}
