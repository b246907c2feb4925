import { writeFailureOf } from './writeFailure';

/** The journal of a session cannot be read or written. The message says what to do. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  constructor(
    readonly reason:
      | 'missing'
      | 'locked'
      | 'lockLost'
      | 'changed'
      | 'unmended'
      | 'closed'
      | 'damaged'
      | 'newerVersion'
      | 'diskFull'
      | 'notWritable'
      | 'failed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const FINAL_REASONS: ReadonlySet<JournalError['reason']> = new Set([
  'lockLost',
  'changed',
  'unmended',
  'missing',
  'closed',
]);

/** Whether this writer will never write again; opening the journal anew may help. */
export function isFinal({ reason }: JournalError): boolean {
  return FINAL_REASONS.has(reason);
}

/** An error of the file system on the way to the journal at `path`; one of the journal's own is given back as it is. */
export function journalWriteError(error: unknown, path: string): JournalError {
  if (error instanceof JournalError) return error;
  const { reason, text } = writeFailureOf(error, 'session', path);
  return new JournalError(reason, text, { cause: error });
}
