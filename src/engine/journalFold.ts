import { touchedIndexes } from './decision';
import type { Decision } from './decision';
import type { CallEntry, HeaderEntry, JournalEntry, ModelEntry, RestoreEntry, UndoEntry } from './journal';
import { ContextLedger } from './ledger';
import type { Message } from './message';
import type { MessageCounter } from './messageCounter';
import { messagesPutBack } from './putBack';

/** Everything a journal says, folded entry by entry: the history, and the context it leads to. */
export class JournalFold {
  /** Replaced by a new one when a decision is undone. */
  ledger: ContextLedger;
  header: HeaderEntry | null = null;
  /** The model in force: the header's, or the newest model entry's. */
  model: Omit<ModelEntry, 'type'> | null = null;
  title = '';
  /** What the memory holds, Markdown; empty for none. */
  memory = '';
  readonly calls: CallEntry[] = [];
  readonly undone = new Set<string>();
  /** Every decision ever taken, undone ones included. */
  readonly everyDecision: Decision[] = [];

  private readonly contextEntries: JournalEntry[] = [];
  private readonly known = new Set<string>();
  private toolSchemaTokens = 0;
  /** While many entries come at once the ledger is built anew after the last of them, not after each that asks for it. */
  private isDeferring = false;
  private isStale = false;

  constructor(private readonly counter: MessageCounter) {
    this.ledger = new ContextLedger(counter);
  }

  get history(): readonly Message[] {
    return restore(this.contextEntries);
  }

  fold(entry: JournalEntry): void {
    switch (entry.type) {
      case 'header':
        this.header = entry;
        this.title = entry.title;
        this.model = { provider: entry.provider, model: entry.model, window: entry.window, reserve: entry.reserve };
        return;
      case 'model':
        this.model = entry;
        return;
      case 'title':
        this.title = entry.title;
        return;
      case 'call':
        this.calls.push(entry);
        return;
      case 'memory':
        this.memory = entry.text;
        this.ledger.setMemory(entry.text);
        return;
      case 'link':
        return;
      case 'undo':
        this.undone.add(entry.decisionId);
        this.contextEntries.push(entry);
        this.rebuild();
        return;
      case 'restore':
        this.contextEntries.push(entry);
        this.rebuild();
        return;
      case 'decision':
        this.noteDecision(entry.decision);
        if (!this.isStale) this.ledger.apply(entry.decision);
        return;
      case 'message':
      case 'pin':
        this.contextEntries.push(entry);
        this.applyTo(this.ledger, entry);
        return;
    }
  }

  /**
   * Folds entries one a step, and builds the ledger anew at most once. The fold must be left alone until the last step; it
   * then is what `fold` makes of the same entries.
   */
  *foldInSteps(entries: readonly JournalEntry[]): Generator<void, void> {
    this.isDeferring = true;
    for (const entry of entries) {
      this.fold(entry);
      yield;
    }
    this.isDeferring = false;
    if (this.isStale) yield* this.rebuildInSteps();
  }

  /** Notes a decision that the ledger took itself, so that its entry, once journaled, is not applied again. */
  noteTaken(decision: Decision): void {
    this.noteDecision(decision);
  }

  /** Indexes of the messages that an entry puts back; see `messagesPutBack`. */
  putBackBy(entry: UndoEntry | RestoreEntry): readonly number[] {
    return messagesPutBack(entry, this.ledger.steps, (id) => this.everyDecision.find((decision) => decision.id === id));
  }

  /** Whether the decision is part of the fold already. */
  knows(decisionId: string): boolean {
    return this.known.has(decisionId);
  }

  /** Takes out decisions that could not be journaled, as if they had never been planned. */
  forget(decisionIds: readonly string[]): void {
    const ids = new Set(decisionIds);
    const isForgotten = (entry: JournalEntry): boolean => entry.type === 'decision' && ids.has(entry.decision.id);
    const kept = this.contextEntries.filter((entry) => !isForgotten(entry));
    this.contextEntries.splice(0, this.contextEntries.length, ...kept);
    const decisions = this.everyDecision.filter((decision) => !ids.has(decision.id));
    this.everyDecision.splice(0, this.everyDecision.length, ...decisions);
    for (const id of ids) this.known.delete(id);
    this.rebuild();
  }

  setToolSchemaTokens(tokens: number): void {
    this.toolSchemaTokens = tokens;
    this.ledger.setToolSchemaTokens(tokens);
  }

  private noteDecision(decision: Decision): void {
    this.known.add(decision.id);
    this.everyDecision.push(decision);
    this.contextEntries.push({ type: 'decision', decision });
  }

  private rebuild(): void {
    this.isStale = true;
    if (this.isDeferring) return;
    const steps = this.rebuildInSteps();
    while (steps.next().done !== true);
  }

  private *rebuildInSteps(): Generator<void, void> {
    const ledger = new ContextLedger(this.counter);
    ledger.setToolSchemaTokens(this.toolSchemaTokens);
    ledger.setMemory(this.memory);
    const restored = this.restoredLater();
    for (const [position, entry] of this.contextEntries.entries()) {
      if (entry.type === 'decision') this.applyDecision(ledger, entry.decision, restored, position);
      else this.applyTo(ledger, entry);
      yield;
    }
    this.ledger = ledger;
    this.isStale = false;
  }

  /** Messages put back, with the position of the newest entry that did it. */
  private restoredLater(): Map<number, number> {
    const restored = new Map<number, number>();
    const decisions = new Map(this.everyDecision.map((decision) => [decision.id, decision]));
    for (const [position, entry] of this.contextEntries.entries()) {
      if (entry.type !== 'undo' && entry.type !== 'restore') continue;
      for (const index of messagesPutBack(entry, this.ledger.steps, (id) => decisions.get(id))) {
        restored.set(index, position);
      }
    }
    return restored;
  }

  private applyTo(ledger: ContextLedger, entry: JournalEntry): void {
    if (entry.type === 'message') ledger.append(entry.message);
    else if (entry.type === 'pin') ledger.setPinned(entry.index, entry.pinned);
    else if (entry.type === 'restore')
      this.markRestored(
        ledger,
        messagesPutBack(entry, ledger.steps, () => undefined),
      );
  }

  private applyDecision(
    ledger: ContextLedger,
    decision: Decision,
    restored: ReadonlyMap<number, number>,
    position: number,
  ): void {
    if (this.undone.has(decision.id)) {
      this.markRestored(ledger, touchedIndexes(decision));
      return;
    }
    ledger.apply(withoutMessages(decision, (index) => (restored.get(index) ?? -1) > position));
  }

  private markRestored(ledger: ContextLedger, indexes: readonly number[]): void {
    for (const index of indexes) ledger.setRestored(index);
  }
}

/** The history a journal holds, every message as it was recorded, whatever decisions stand between. */
export function restore(entries: readonly JournalEntry[]): Message[] {
  return entries.flatMap((entry) => (entry.type === 'message' ? [entry.message] : []));
}

/** The decision as it holds once some of its messages were put back. */
function withoutMessages(decision: Decision, isRestored: (index: number) => boolean): Decision {
  const { edits, removal } = decision;
  if (!touchedIndexes(decision).some((index) => isRestored(index))) return decision;
  return {
    ...decision,
    edits: edits.filter(({ index }) => !isRestored(index)),
    removal: removal === null ? null : { ...removal, indexes: removal.indexes.filter((index) => !isRestored(index)) },
  };
}
