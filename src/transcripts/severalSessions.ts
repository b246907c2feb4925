import { TranscriptError } from './transcript';

/** The error for a session that is asked for by a number the file does not have. People count sessions from 1. */
export function noSuchSession(session: number, count: number): TranscriptError {
  const words = `There is no session ${String(session + 1)}: the file holds ${String(count)}.`;
  return new TranscriptError('severalSessions', words);
}

/** @param shown from 0 */
export function severalSessionsNote(shown: number, count: number): string {
  return `The file holds ${String(count)} sessions; session ${String(shown + 1)} is shown.`;
}
