import type { Message } from '../message';
import { sightingsOf, tickedBoxesIn } from './factKinds';
import type { Fact, FactKind, FactSource, Sighting } from './facts';
import type { LiveState } from './liveState';

export interface IndexedMessage {
  readonly message: Message;
  /** Its index in the history. */
  readonly index: number;
}

/** What one more place a fact stands in says about its use: a file that is worked on is named in calls, not in listings. */
const WORTH: Readonly<Record<FactSource, number>> = { user: 4, call: 2, assistant: 1.5, output: 0.6, document: 0.2 };

/** Kinds that go before all others. */
const PRECEDENCE: Readonly<Record<FactKind, number>> = {
  instruction: 0,
  todo: 1,
  command: 2,
  error: 2,
  path: 2,
  number: 2,
};

interface Entry {
  readonly kind: FactKind;
  readonly text: string;
  namedByUser: boolean;
  uses: number;
  lastIndex: number;
  worth: number;
}

/**
 * The facts of messages, each once, ranked by use: standing instructions and open todos, then what the user named, what was
 * used lately and what was used often. Each message is looked at once, however many compactions follow.
 *
 * @param live the state of the whole session: the newest list of todos may stand in a message that is not given
 */
export function factsOf(messages: readonly IndexedMessage[], live: LiveState): Fact[] {
  const entries = new EntryMap();
  for (const { message, index } of messages) {
    for (const sighting of sightingsOf(message)) entries.count(sighting, index);
  }
  addOpenTodos(entries, messages, live);
  return ranked(entries.all()).map(({ kind, text, namedByUser, uses, lastIndex }) => ({
    kind,
    text,
    namedByUser,
    uses,
    lastIndex,
  }));
}

/** Entries by kind and text; one map for each kind, as a key made of both would be built anew at every look. */
class EntryMap {
  private readonly byKind = new Map<FactKind, Map<string, Entry>>();

  count({ kind, text, source }: Sighting, index: number): void {
    const entries = this.byKind.get(kind) ?? new Map<string, Entry>();
    this.byKind.set(kind, entries);
    const entry = entries.get(text);
    if (entry === undefined) {
      entries.set(text, {
        kind,
        text,
        namedByUser: source === 'user',
        uses: 1,
        lastIndex: index,
        worth: WORTH[source],
      });
      return;
    }
    entry.namedByUser ||= source === 'user';
    entry.uses += 1;
    entry.lastIndex = Math.max(entry.lastIndex, index);
    entry.worth += WORTH[source];
  }

  remove(kind: FactKind, text: string): void {
    this.byKind.get(kind)?.delete(text);
  }

  all(): Entry[] {
    return [...this.byKind.values()].flatMap((entries) => [...entries.values()]);
  }
}

/** Todos count as they stand now: what was ticked since, or is on the list no more, is no fact. */
function addOpenTodos(entries: EntryMap, messages: readonly IndexedMessage[], live: LiveState): void {
  for (const { message } of messages) for (const text of tickedBoxesIn(message)) entries.remove('todo', text);
  const last = messages.at(-1)?.index ?? 0;
  for (const { text, status } of live.todos) {
    if (status === 'done') entries.remove('todo', text);
    else entries.count({ kind: 'todo', text, source: 'call' }, last);
  }
}

function ranked(entries: Entry[]): Entry[] {
  const newest = entries.reduce((index, entry) => Math.max(index, entry.lastIndex), 1);
  const scored = entries.map((entry) => ({ entry, score: scoreOf(entry, newest) }));
  scored.sort(
    (a, b) =>
      PRECEDENCE[a.entry.kind] - PRECEDENCE[b.entry.kind] ||
      b.score - a.score ||
      b.entry.lastIndex - a.entry.lastIndex ||
      (a.entry.text < b.entry.text ? -1 : 1),
  );
  return scored.map(({ entry }) => entry);
}

/** Named by the user, used lately, used often, in that order of weight. */
function scoreOf(entry: Entry, newest: number): number {
  return (entry.namedByUser ? 4 : 0) + 2 * (entry.lastIndex / newest) + Math.log2(1 + entry.worth);
}
