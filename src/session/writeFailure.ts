import { hasErrorCode } from './errorCode';

/** Why something was not written, and the words for the person who has to see to it. */
export interface WriteFailure {
  readonly reason: 'diskFull' | 'notWritable' | 'failed';
  readonly text: string;
}

/**
 * What an error of the file system means for the session.
 * @param what subject of the sentence: `The session`
 * @param path what was written to
 */
export function writeFailureOf(error: unknown, what: string, path: string): WriteFailure {
  if (hasErrorCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG')) {
    const text = `${what} could not be written: the disk is full. Free some space and try again; what was written before is whole.`;
    return { reason: 'diskFull', text };
  }
  if (hasErrorCode(error, 'EROFS', 'EACCES', 'EPERM')) {
    const text = `${what} could not be written: ${path} is read-only. Make it writable and try again; what was written before is whole.`;
    return { reason: 'notWritable', text };
  }
  const why = error instanceof Error ? error.message : String(error);
  return { reason: 'failed', text: `${what} could not be written: ${why}` };
}
