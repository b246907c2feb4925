/** The work of a session cannot go on. The message is fit to be shown. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  constructor(
    /** `crashed`: the worker ended by itself; `closed`: the session was closed; `notOpen`: nothing was opened yet. */
    readonly reason: 'crashed' | 'outOfMemory' | 'closed' | 'superseded' | 'notOpen' | 'wrongKind' | 'badParameters',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Waits for work whose end by closing is no failure of anything. */
export async function ignoringEnd(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof WorkerError) || error.reason !== 'closed') throw error;
  }
}
