import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PageAnswer, PageRequest } from './pageRequest';
import { PageError } from './pageRequest';

/** MiB. A page of five megabytes takes about 150 as a document. */
const HEAP_LIMIT_MIB = 512;

/** The built thread lies beside the bundle this is part of. */
const THREAD_FILE = join(import.meta.dirname, 'webFetch.cjs');

/**
 * Fetches a page in a thread of its own.
 * @param signal ends the thread at once, and with it its connections; the promise then rejects with the signal's reason
 * @throws PageError `unreadable` when the page is too much for the thread
 */
export function fetchInThread(url: string, signal: AbortSignal, threadFile = THREAD_FILE): Promise<PageAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const thread = new Worker(threadFile, {
      workerData: { url } satisfies PageRequest,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MIB },
      // Nothing of the environment, such as a proxy or options for Node, may lead it elsewhere.
      env: {},
      stdout: true,
      stderr: true,
    });
    const onAbort = (): void => {
      reject(signal.reason as Error);
      void thread.terminate();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    thread.once('message', (answer: PageAnswer) => {
      resolve(answer);
      void thread.terminate();
    });
    thread.once('error', (error) => {
      reject(new PageError('unreadable', `The page could not be read: ${error.message}`, { cause: error }));
    });
    thread.once('exit', () => {
      signal.removeEventListener('abort', onAbort);
      reject(new PageError('unreadable', 'The page could not be read.'));
    });
  });
}
