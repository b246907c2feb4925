/** The journal of a session cannot be read or written. The message says what to do. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  constructor(
    readonly reason: 'missing' | 'locked' | 'lockLost' | 'changed' | 'closed' | 'damaged' | 'newerVersion' | 'failed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
