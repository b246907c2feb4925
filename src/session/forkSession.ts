import type { HeaderEntry, JournalEntry, MessageEntry } from '../engine/journal';
import { t } from '../l10n/text';
import { titleOf } from './sessionTitle';

/** Nothing was said there that could be said otherwise. */
class ForkError extends Error {
  override readonly name = 'ForkError';
  readonly reason = 'noMessage';

  constructor() {
    super(t('There is no message of yours there that could be edited.'));
  }
}

/** Names the archive gives, wherever a text or a decision says them. */
const POINTERS = /(?<![0-9a-z])[0-9a-f]{12,128}\.[a-z0-9]{1,16}(?![0-9a-z])/g;

/**
 * The journal of a session that begins as another one was before a message of the user: the same entries byte for byte,
 * decisions of before included, under a header of its own. What came later, that message included, is left out; only the
 * title is the newest, or what is said first in the new session.
 *
 * @param entries the other session, header first
 * @param index of the message in the history
 * @param text what is said in the message's place
 * @throws ForkError
 */
export function forkedEntries(
  entries: readonly JournalEntry[],
  index: number,
  text: string,
  own: Pick<HeaderEntry, 'sessionId' | 'createdAt'>,
): readonly [HeaderEntry, ...JournalEntry[]] {
  const [header] = entries;
  const place = placeOfMessage(entries, index);
  if (header?.type !== 'header' || place === null) throw new ForkError();
  const origin = { relation: 'forks', sessionId: header.sessionId, historyLength: index } as const;
  // Where the other session led is nothing this one led to.
  const before = entries.slice(1, place).filter(({ type }) => type !== 'link');
  const title = before.some((entry) => entry.type === 'message' && isTyped(entry)) ? titleIn(entries) : titleOf(text);
  const named = title === titleIn([header, ...before]) ? [] : [{ type: 'title', title } as const];
  return [{ ...header, ...own, origin }, ...before, ...named];
}

function titleIn(entries: readonly JournalEntry[]): string {
  const named = entries.findLast((entry) => entry.type === 'title' || entry.type === 'header');
  return named === undefined ? '' : named.title;
}

/** Everything in the archive that the entries speak of. */
export function pointersIn(entries: readonly JournalEntry[]): ReadonlySet<string> {
  const pointers = new Set<string>();
  for (const text of stringsIn(entries)) for (const [pointer] of text.matchAll(POINTERS)) pointers.add(pointer);
  return pointers;
}

/** Position among the entries of a message that a person typed, or null. */
function placeOfMessage(entries: readonly JournalEntry[], index: number): number | null {
  let length = 0;
  for (const [place, entry] of entries.entries()) {
    if (entry.type !== 'message') continue;
    if (length === index) return isTyped(entry) ? place : null;
    length += 1;
  }
  return null;
}

function isTyped({ message }: MessageEntry): boolean {
  return message.role === 'user' && message.synthetic === undefined;
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* stringsIn(part);
}
