import { TranscriptError } from './transcript';

/** The error for a session that is asked for by a number the file does not have. */
export function noSuchSession(session: number, count: number): TranscriptError {
  const words = `There is no session ${String(session)}: the file holds ${String(count)}, counted from 0.`;
  return new TranscriptError('severalSessions', words);
}
