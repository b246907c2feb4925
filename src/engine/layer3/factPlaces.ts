import type { ContextLedger } from '../ledger';
import type { Message } from '../message';
import { resultText } from '../resultText';
import { sightingsOf, tickedBoxesIn } from './factKinds';
import type { FactKind } from './facts';
import { LiveStateFold } from './liveState';
import { PickedText } from './pickedText';

/** What has become of the facts of a whole history; together they are all facts there are. */
export interface FactSurvival {
  readonly found: number;
  /** In a message that is whole in the context, or word for word in what stands for those that are out. */
  readonly inContext: number;
  /** Out of the context, and behind a pointer. */
  readonly reachable: number;
  /** Neither: whoever took the message out kept no original. */
  readonly lost: number;
}

interface FactPlace {
  readonly text: string;
  /** Messages it stands in, by index, ascending. */
  readonly indexes: readonly number[];
}

type NotedFact = FactPlace & { readonly indexes: number[] };

/**
 * The facts of a history and where each stands, so that what became of them can be told for any context over it without
 * reading the history again.
 */
export class FactPlaces {
  readonly #byKind = new Map<FactKind, Map<string, NotedFact>>();
  readonly #live = new LiveStateFold();
  #length = 0;
  /** The message whose call changed the list of todos last. */
  #todosListedAt = 0;

  /** Messages taken in. */
  get length(): number {
    return this.#length;
  }

  take(message: Message): void {
    const index = this.#length;
    this.#length += 1;
    const { listedTodos } = this.#live;
    this.#live.take(message);
    if (this.#live.listedTodos !== listedTodos) this.#todosListedAt = index;
    for (const { kind, text } of sightingsOf(message)) this.#note(kind, text, index);
    for (const text of tickedBoxesIn(message)) this.#byKind.get('todo')?.delete(text);
  }

  /** @param ledger over the same history */
  survivalIn(ledger: ContextLedger): FactSurvival {
    const standing = standingText(ledger);
    let [found, inContext, reachable] = [0, 0, 0];
    for (const { text, indexes } of this.#facts()) {
      found += 1;
      if (indexes.some((index) => ledger.state(index).fate === 'kept') || standing.holds(text)) inContext += 1;
      else if (indexes.some((index) => hasPointer(ledger, index))) reachable += 1;
    }
    return { found, inContext, reachable, lost: found - inContext - reachable };
  }

  /** Todos as they stand now: those on the list are facts as long as they are open. */
  *#facts(): Generator<FactPlace> {
    const listed = this.#live.listedTodos;
    const names = new Set(listed.map(({ text }) => text));
    for (const [kind, places] of this.#byKind) {
      for (const place of places.values()) if (kind !== 'todo' || !names.has(place.text)) yield place;
    }
    for (const { text, status } of listed) {
      const noted = this.#byKind.get('todo')?.get(text)?.indexes ?? [];
      if (status !== 'done') yield { text, indexes: [...noted, this.#todosListedAt] };
    }
  }

  #note(kind: FactKind, text: string, index: number): void {
    const places = this.#byKind.get(kind) ?? new Map<string, NotedFact>();
    this.#byKind.set(kind, places);
    const place = places.get(text);
    if (place === undefined) places.set(text, { text, indexes: [index] });
    else place.indexes.push(index);
  }
}

/** What stands in the context for messages that are not whole in it: the notice, and what is left of results that were cut. */
function standingText(ledger: ContextLedger): PickedText {
  const standing = new PickedText();
  if (ledger.notice !== null) standing.add(ledger.notice.text);
  if (ledger.fates.truncated === 0) return standing;
  for (let index = 0; index < ledger.length; index++) {
    const { fate, content } = ledger.state(index);
    if (fate !== 'truncated' || content?.kind !== 'cut') continue;
    const text = resultText(ledger.message(index));
    standing.add(text.slice(0, content.headCharacters));
    if (content.tailCharacters > 0) standing.add(text.slice(-content.tailCharacters));
  }
  return standing;
}

/** A message that was taken out is in the history file of that removal. */
function hasPointer(ledger: ContextLedger, index: number): boolean {
  const { fate, pointers } = ledger.state(index);
  if (pointers.length > 0) return true;
  return (fate === 'pruned' || fate === 'summarized') && ledger.removalFiles.length > 0;
}
