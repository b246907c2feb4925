import type { JournalEntry } from '../engine/journal';
import type { JournalFold } from '../engine/journalFold';
import type { AgentEvent } from './agentEvents';
import type { ContextPlanner } from './contextPlanner';
import type { Journal } from './journalFile';

/**
 * What is said in a session takes one way: to the disk, then into the fold, then to the planner and to the views. So
 * nothing is ever shown or sent that a crash could take back.
 */
export class SessionRecord {
  #queue: Promise<void> = Promise.resolve();

  constructor(
    readonly fold: JournalFold,
    private readonly journal: Journal,
    private readonly planner: ContextPlanner,
    private readonly emit: (event: AgentEvent) => void,
  ) {}

  /** Resolves once the entries are on the disk and everybody knows. Entries of several calls never mix. */
  commit(entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length === 0) return Promise.resolve();
    const committing = this.#queue.then(() => this.#commit(entries));
    this.#queue = committing.catch(() => undefined);
    return committing;
  }

  /** Waits for what is being written. */
  settled(): Promise<void> {
    return this.#queue;
  }

  async #commit(entries: readonly JournalEntry[]): Promise<void> {
    await this.journal.append(entries);
    const events = entries.flatMap((entry) => {
      const event = this.#eventOf(entry);
      this.fold.fold(entry);
      return event === null ? [] : [event];
    });
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
        return { type: 'model-change', model: entry.model, window: entry.window, reserve: entry.reserve };
      case 'header':
      case 'call':
        return null;
    }
  }
}
