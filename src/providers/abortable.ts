/** What the promise gives, or a rejection as soon as the signal is aborted: not everybody listens to it. */
export async function withAbort<T>(promise: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    stop = (): void => {
      reject(new Error('The request is over.'));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}
