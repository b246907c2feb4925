import { setTimeout as sleep } from 'node:timers/promises';
import pRetry, { type RetryContext } from 'p-retry';
import { ProviderError } from '../providers/chatProvider';
import { t } from '../l10n/text';

/** How often a failing provider is asked. */
export interface Patience {
  /** The first one counts. */
  readonly tries: number;
  /** Milliseconds before the second try, up to twice as many by chance; each further wait is twice as long. */
  readonly firstWaitMilliseconds: number;
}

/** A provider that failed is asked again soon. */
export interface ProviderWait {
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** The number of the next try. */
  readonly attempt: number;
  readonly tries: number;
}

/** Waits of 1, 2, 4 and 8 s, and up to twice as long: an overloaded provider recovers in seconds, or not soon. */
export const REPLY_PATIENCE: Patience = { tries: 5, firstWaitMilliseconds: 1_000 };

/** A summary can do without the model, so it gives up sooner. */
export const SUMMARY_PATIENCE: Patience = { tries: 3, firstWaitMilliseconds: 1_000 };

/** Milliseconds; who is told to wait longer is not helped by a program that waits. */
const LONGEST_WAIT = 600_000;

export interface PatientCall {
  readonly patience: Patience;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told before each wait, and with null after it. */
  readonly onWait: (wait: ProviderWait | null) => void;
}

/**
 * Runs a call again while its failures may pass by themselves, and as late as the provider asks for it.
 * @throws ProviderError the last failure, or `cancelled` as soon as the signal is aborted
 */
export async function withPatience<T>(call: () => Promise<T>, options: PatientCall): Promise<T> {
  const { patience, signal, now, onWait } = options;
  const firstWait = patience.firstWaitMilliseconds * (1 + Math.random());
  let isWaiting = false;
  const tell = (wait: ProviderWait | null): void => {
    if (wait === null && !isWaiting) return;
    isWaiting = wait !== null;
    onWait(wait);
  };
  const onFailedAttempt = async ({ error, attemptNumber, retriesLeft }: RetryContext): Promise<void> => {
    if (retriesLeft === 0 || !mayPass(error)) return;
    const wait = firstWait * 2 ** (attemptNumber - 1);
    const asked = error.details.retryAfterMilliseconds ?? 0;
    tell({ until: now() + Math.max(wait, asked), attempt: attemptNumber + 1, tries: patience.tries });
    // The library waits for the rest.
    if (asked > wait) await sleep(asked - wait, undefined, { signal });
  };
  try {
    return await pRetry(
      () => {
        tell(null);
        return call();
      },
      {
        retries: patience.tries - 1,
        minTimeout: firstWait,
        factor: 2,
        signal,
        onFailedAttempt,
        shouldRetry: ({ error }) => mayPass(error),
      },
    );
  } catch (error) {
    if (signal.aborted && !(error instanceof ProviderError)) {
      throw new ProviderError('cancelled', t('The request was stopped.'), { cause: error });
    }
    throw error;
  } finally {
    tell(null);
  }
}

function mayPass(error: Error): error is ProviderError {
  if (!(error instanceof ProviderError)) return false;
  const { lasting, retryAfterMilliseconds } = error.details;
  if (lasting === true || (retryAfterMilliseconds ?? 0) > LONGEST_WAIT) return false;
  return error.reason === 'network' || error.reason === 'server' || error.reason === 'rateLimit';
}
