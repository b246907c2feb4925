/**
 * What the model reads where something was left out. The bracketed markers are fixed by the specification; a pointer
 * behind one names the archive file with the original.
 */

/** Ends a result that ① cut. */
export const TRUNCATED_MARKER = '[truncated: output exceeded context limit]';

/** Stands for a result that ② compacted. */
export const COMPACTED_MARKER = '[compacted: tool output removed to free context]';

/** Stands for a call whose answer was never recorded. */
export const UNANSWERED_RESULT = '[no result was recorded for this call]';

/** Opens a result whose call is not part of the context. */
export const STRAY_RESULT_PREFIX = '[tool result without its call]';

/** Opens a context whose recording starts in the middle, as the first message must be the user's. */
export const MISSING_OPENING = '[the recording starts here, without a message of the user]';

/** A user message with nothing in it, which no provider accepts. */
export const EMPTY_MESSAGE = '[empty message]';

/** Stands for all messages that ③ took out. */
export function prunedNotice(messages: number, pointer: string | null): string {
  return withPointers(`[context compacted: ${messages} earlier messages removed]`, pointer === null ? [] : [pointer]);
}

/** Opens a summary. */
export function summaryNotice(messages: number, pointer: string | null): string {
  return withPointers(`[summary of ${messages} earlier messages]`, pointer === null ? [] : [pointer]);
}

export function withPointers(marker: string, pointers: readonly string[]): string {
  let text = marker;
  for (const pointer of pointers) text += ` ${pointer}`;
  return text;
}

/** How the memory stands in the system prompt. */
export function memorySection(text: string): string {
  return `\n\nWhat the user wants remembered in every session:\n${text.trim()}`;
}

/** Answers a call that the user ended. */
export const CANCELLED_RESULT = '[cancelled by the user before it was done]';

/** Answers a call that a crash left open. */
export const INTERRUPTED_RESULT = '[interrupted before its end; what it had done until then is not known]';

/** Opens the answer to a call that the user, a rule or the workspace's trust did not allow. */
export const DENIED_OPENINGS = ['[denied by ', '[refused: '] as const;
