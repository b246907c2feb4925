import { Worker } from 'node:worker_threads';
import { createRpcClient, type RpcClient } from '../protocol/rpc';
import { currentLanguage, t, type TextBundle } from '../l10n/text';
import type { SessionWorkerApi, SessionWorkerEvents } from './api';
import { WorkerError } from './workerError';
import type { WorkerStart } from './workerStart';
import { portTransport } from '../protocol/portTransport';

/**
 * Heap of one session's worker, MiB: a session of ten million tokens takes some hundred, and a runaway one must not take
 * the editor down with it.
 */
const HEAP_LIMIT_MIB = 2_048;

export interface SessionWorkerOptions {
  /** The built worker. */
  readonly workerPath: string;
  /** Folder with the baked ranks of the encodings. */
  readonly ranksFolder: string;
  /** What earlier sessions learnt of the models' tokenizers, as it was given by the event `calibrated`. */
  readonly calibration: unknown;
  /** The texts of the user's language; undefined for English. */
  readonly texts?: TextBundle | undefined;
  /** Told once if the worker ends by itself; nothing can be asked of it any more. */
  readonly onError: (error: WorkerError) => void;
}

/** The worker of one session, seen from the host. */
export interface SessionWorker extends Pick<RpcClient<SessionWorkerApi, SessionWorkerEvents>, 'api' | 'on'> {
  /** Ends the worker; calls still waiting are rejected. */
  dispose(): Promise<void>;
}

/** Starts a worker. It ends with `dispose`, or by itself when it fails: then waiting and later calls are rejected. */
export function createSessionWorker({
  workerPath,
  ranksFolder,
  calibration,
  texts,
  onError,
}: SessionWorkerOptions): SessionWorker {
  const worker = new Worker(workerPath, {
    workerData: { ranksFolder, calibration, language: currentLanguage(), texts } satisfies WorkerStart,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MIB },
  });
  const client = createRpcClient<SessionWorkerApi, SessionWorkerEvents>(portTransport(worker));
  let ended = false;
  const fail = (error: WorkerError): void => {
    if (ended) return;
    ended = true;
    client.close(error.message);
    onError(error);
  };
  worker.on('error', (cause) => {
    fail(crash(cause));
  });
  worker.on('exit', (code) => {
    fail(
      new WorkerError(
        'crashed',
        t('The part of Strata that reads this session ended unexpectedly (code {0}). Reopen it.', code),
      ),
    );
  });
  return {
    api: client.api,
    on: client.on.bind(client),
    async dispose() {
      if (!ended) client.close(t('The session was closed.'));
      ended = true;
      await worker.terminate();
    },
  };
}

function crash(cause: unknown): WorkerError {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    const words = t('This session is too large: it needs more than {0} MB of memory.', HEAP_LIMIT_MIB);
    return new WorkerError('outOfMemory', words, { cause });
  }
  const why = cause instanceof Error ? cause.message : String(cause);
  return new WorkerError('crashed', t('The part of Strata that reads this session failed: {0}. Reopen it.', why), {
    cause,
  });
}
