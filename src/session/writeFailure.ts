import { t } from '../l10n/text';
import { hasErrorCode } from './errorCode';

/** Why something was not written, and the words for the person who has to see to it. */
export interface WriteFailure {
  readonly reason: 'diskFull' | 'notWritable' | 'failed';
  readonly text: string;
}

/**
 * What an error of the file system means for the session.
 * @param what was to be written
 * @param path what was written to
 */
export function writeFailureOf(error: unknown, what: 'session' | 'archive', path: string): WriteFailure {
  const words =
    what === 'session' ? t('The session could not be written.') : t('The archive of the session could not be written.');
  if (hasErrorCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG')) {
    const advice = t('The disk is full. Free some space and try again; what was written before is whole.');
    return { reason: 'diskFull', text: `${words} ${advice}` };
  }
  if (hasErrorCode(error, 'EROFS', 'EACCES', 'EPERM')) {
    const advice = t('{0} is read-only. Make it writable and try again; what was written before is whole.', path);
    return { reason: 'notWritable', text: `${words} ${advice}` };
  }
  return { reason: 'failed', text: `${words} ${error instanceof Error ? error.message : String(error)}` };
}
