import type { ArchiveEntry } from '../engine/archive';
import type { HeaderEntry, JournalEntry } from '../engine/journal';
import type { JournalFold } from '../engine/journalFold';
import type { ContextLedger } from '../engine/ledger';
import type { Message } from '../engine/message';
import { textOf, toolCallsOf } from '../engine/message';
import { summaryNotice } from '../engine/notices';
import type { CarryOver } from './contextPlanner';
import type { MessageMaker } from './userMessage';

/** What a session hands over to the one that goes on from it. */
export interface CarriedSession {
  readonly facts: Pick<HeaderEntry, 'title' | 'provider' | 'model' | 'window' | 'reserve' | 'workspace'>;
  /** Messages of the session that hands over. */
  readonly historyLength: number;
  /** What the other one begins with, behind its header. */
  readonly entries: readonly JournalEntry[];
  readonly originals: readonly ArchiveEntry[];
}

/** Characters of one message that is said verbatim, and of all of them; the whole of each is in the archive. */
const LONGEST_MESSAGE = 6_000;
const MOST_CHARACTERS = 24_000;

/** Opens a pinned message that was carried over; carried on once more it stays as it is. */
const PINNED_OPENING = /^\[pinned in an earlier session, \w+\]/;

/**
 * What a session that goes on from this one begins with: the system prompt; each pinned message verbatim, pinned; and one
 * message with the summary, the open todos and what was said last. Null before anything was said.
 */
export function carriedSession(fold: JournalFold, carry: CarryOver, maker: MessageMaker): CarriedSession | null {
  const { header, ledger, model } = fold;
  const indexes = [...ledgerIndexes(ledger)];
  if (header === null || model === null || !indexes.some((index) => ledger.message(index).role === 'user')) return null;
  const system = ledger.firstSystemIndex < 0 ? [] : [ledger.message(ledger.firstSystemIndex)];
  const pinned = indexes.filter((index) => ledger.state(index).pinned && ledger.message(index).role !== 'system');
  const messages = [
    ...system,
    ...pinned.map((index) => pinnedMessage(ledger.message(index), maker)),
    note('summary', openingText(ledger, carry), maker),
  ];
  const { provider, model: name, window, reserve } = model;
  const { workspace } = header;
  return {
    facts: {
      title: fold.title,
      provider,
      model: name,
      window,
      reserve,
      ...(workspace === undefined ? {} : { workspace }),
    },
    historyLength: ledger.length,
    entries: [
      ...(fold.memory === '' ? [] : [{ type: 'memory', text: fold.memory } as const]),
      ...messages.map((message): JournalEntry => ({ type: 'message', message })),
    ],
    originals: carry.originals,
  };
}

function openingText(ledger: ContextLedger, { summary, pointer, openTodos, verbatim }: CarryOver): string {
  const said = verbatimTexts(ledger, verbatim);
  const missing = openTodos.filter((todo) => summary === null || !summary.includes(todo));
  return [
    `${summaryNotice(ledger.length, pointer)}\nThe conversation goes on from an earlier session. Its originals are in the archive; Recall finds them.`,
    summary ?? '',
    missing.length === 0 ? '' : ['## Open todos', ...missing.map((todo) => `- ${todo}`)].join('\n'),
    said.length === 0 ? '' : ['## Said in the earlier session, verbatim', ...said].join('\n\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The newest have the room first, and stand in their order. */
function verbatimTexts(ledger: ContextLedger, indexes: readonly number[]): readonly string[] {
  const texts: string[] = [];
  let room = MOST_CHARACTERS;
  for (const index of indexes.toReversed()) {
    const text = verbatimText(ledger.message(index), Math.min(room, LONGEST_MESSAGE));
    if (text === null) continue;
    texts.push(text);
    room -= text.length;
    if (room <= 0) break;
  }
  return texts.reverse();
}

function verbatimText(message: Message, room: number): string | null {
  const calls = toolCallsOf(message).map((call) => `[called ${call.name}: ${call.arguments}]`);
  const text = [textOf(message), ...calls].filter((part) => part !== '').join('\n');
  if (text === '' || room <= 0) return null;
  const rest = text.length - room;
  const shown =
    rest <= 0 ? text : `${text.slice(0, room).toWellFormed()}\n[${String(rest)} more characters in the archive]`;
  return `${speakerOf(message)}:\n${shown}`;
}

function speakerOf({ role, toolName, synthetic }: Message): string {
  switch (role) {
    case 'user':
      return synthetic === undefined ? 'User' : 'Note';
    case 'assistant':
      return 'Assistant';
    case 'tool':
      return `Result of ${toolName ?? 'a tool'}`;
    case 'system':
      return 'System';
  }
}

function pinnedMessage(message: Message, maker: MessageMaker): Message {
  const isCarried = message.synthetic === 'injected' && PINNED_OPENING.test(textOf(message));
  const opened = note('injected', `[pinned in an earlier session, ${message.role}]`, maker);
  const content = message.parts.filter(({ type }) => type === 'text' || type === 'media');
  return { ...opened, parts: isCarried ? message.parts : [...opened.parts, ...content], pinned: true };
}

function note(synthetic: 'summary' | 'injected', text: string, { makeId, now }: MessageMaker): Message {
  return { id: makeId(), role: 'user', parts: [{ type: 'text', text }], synthetic, createdAt: now() };
}

function* ledgerIndexes(ledger: ContextLedger): Generator<number> {
  for (let index = 0; index < ledger.length; index += 1) yield index;
}
