import type { JournalEntry } from '../engine/journal';
import type { JournalFold } from '../engine/journalFold';
import type { AgentEvent } from './agentEvents';
import type { ContextPlanner } from './contextPlanner';
import { foldInSlices } from './foldInSlices';
import { JournalError, isFinal } from './journalError';
import type { Journal } from './journalFile';

/** Entries the planner is given at once: a message to its thread is copied in one go. */
const ENTRIES_AT_ONCE = 100;

/**
 * What is said in a session takes one way: to the disk, then into the fold, then to the planner and to the views. So
 * nothing is ever shown or sent that a crash could take back.
 */
export class SessionRecord {
  #queue: Promise<void> = Promise.resolve();
  #loading: Promise<void> = Promise.resolve();
  #isClosing = false;
  #isBroken = false;

  constructor(
    readonly fold: JournalFold,
    private readonly journal: Journal,
    private readonly planner: ContextPlanner,
    private readonly emit: (event: AgentEvent) => void,
  ) {}

  /** Another window or program took the journal, so nothing will be written any more until it is opened anew. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Gives the planner what the journal holds already; whatever is committed meanwhile comes after it. */
  load(entries: readonly JournalEntry[]): void {
    this.#loading = this.#load(entries);
    this.#queue = this.#loading.catch(() => undefined);
  }

  /** Resolves once the planner knows the whole journal. */
  loaded(): Promise<void> {
    return this.#loading;
  }

  /** Resolves once the entries are on the disk and everybody knows. Entries of several calls never mix. */
  commit(entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length === 0) return Promise.resolve();
    const committing = this.#queue.then(() => this.#commit(entries));
    this.#queue = committing.catch(() => undefined);
    return committing;
  }

  /** Waits for what is being written; what is still being loaded is given up. */
  close(): Promise<void> {
    this.#isClosing = true;
    return this.#queue;
  }

  async #load(entries: readonly JournalEntry[]): Promise<void> {
    for (let start = 0; start < entries.length && !this.#isClosing; start += ENTRIES_AT_ONCE) {
      await this.planner.append(entries.slice(start, start + ENTRIES_AT_ONCE));
    }
  }

  async #commit(entries: readonly JournalEntry[]): Promise<void> {
    await this.journal.append(entries).catch((error: unknown) => {
      this.#isBroken ||= error instanceof JournalError && isFinal(error);
      throw error;
    });
    const events: AgentEvent[] = [];
    for (const entry of entries) {
      const event = this.#eventOf(entry);
      if (event !== null) events.push(event);
      await foldInSlices(this.fold, [entry]);
    }
    await this.planner.append(entries);
    for (const event of events) this.emit(event);
  }

  /** Called before the entry is folded, so the next message's index is the length of the history. */
  #eventOf(entry: JournalEntry): AgentEvent | null {
    switch (entry.type) {
      case 'message':
        return { type: 'message-append', index: this.fold.ledger.length, message: entry.message };
      case 'decision':
        return { type: 'decision-take', decision: entry.decision };
      case 'undo':
        return { type: 'decision-undo', decisionId: entry.decisionId };
      case 'restore':
        return { type: 'restore', index: entry.index };
      case 'pin':
        return { type: 'pin-change', index: entry.index, pinned: entry.pinned };
      case 'title':
        return { type: 'title-change', title: entry.title };
      case 'model':
        return { type: 'model-change', model: entry };
      case 'memory':
        return { type: 'memory-change', text: entry.text };
      case 'link':
        return { type: 'link-add', link: entry };
      case 'call':
        return { type: 'call-record', call: entry };
      case 'header':
        return null;
    }
  }
}
