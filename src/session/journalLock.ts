import { setTimeout as sleep } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { hasErrorCode } from './errorCode';
import { JournalError } from './journalError';

/** Milliseconds after which a lock that nobody renews counts as left behind by a process that died. */
const STALE_MILLISECONDS = 5_000;
const RENEW_MILLISECONDS = 1_500;

/** Milliseconds between two tries. */
const RETRY_MILLISECONDS = 250;

export interface JournalLock {
  /** Whether another writer may have taken over, after this process slept past the lock's life. */
  readonly isLost: boolean;
  release(): Promise<void>;
}

/**
 * Takes the only right to write a file.
 * @param waitMilliseconds How long to wait for another writer. A window that reloads leaves its lock behind for up to 5 s.
 * @throws JournalError `locked` when another writer keeps it
 */
export async function lockJournal(path: string, waitMilliseconds: number): Promise<JournalLock> {
  const state = { isLost: false };
  for (let waited = 0; ; waited += RETRY_MILLISECONDS) {
    try {
      const release = await lock(path, {
        realpath: false,
        stale: STALE_MILLISECONDS,
        update: RENEW_MILLISECONDS,
        onCompromised: () => {
          state.isLost = true;
        },
      });
      return {
        get isLost() {
          return state.isLost;
        },
        release: async () => {
          // A lost lock belongs to someone else.
          if (!state.isLost) await release();
        },
      };
    } catch (error) {
      if (!hasErrorCode(error, 'ELOCKED')) throw error;
      if (waited >= waitMilliseconds) {
        throw new JournalError('locked', 'This session is open in another window. Close it there, or read it here.', {
          cause: error,
        });
      }
      await sleep(RETRY_MILLISECONDS);
    }
  }
}
