import type { JournalEntry } from '../engine/journal';
import type { Message, TextPart } from '../engine/message';

/** What makes a message of the session's own. */
export interface MessageMaker {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly makeId: () => string;
}

/** @param attachments files that were named, behind what was typed */
export function messageEntry(
  role: 'system' | 'user',
  text: string,
  { now, makeId }: MessageMaker,
  attachments: readonly TextPart[] = [],
): JournalEntry {
  const parts: readonly TextPart[] = [{ type: 'text', text }, ...attachments];
  const message: Message = { id: makeId(), role, parts, createdAt: now() };
  return { type: 'message', message };
}
