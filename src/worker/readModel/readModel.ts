import type { Decision } from '../../engine/decision';
import type { Row, RowFilter, RowsPage } from '../../protocol/inspector';
import { CallSeries } from './callSeries';
import { DecisionLog, type LoggedDecision } from './decisionLog';
import { KeptMessages } from './keptMessages';
import type { LedgerReader } from './ledgerReader';
import { MessageFacts } from './messageFacts';
import type { RowIndex, RowSource } from './rowIndex';
import { RowIndexes } from './rowIndexes';
import { rowOf } from './rows';

/** Rows in one page at most. */
const LARGEST_PAGE = 1_000;

/** Characters searched before other requests get their turn: some 10 ms. */
const SEARCH_SLICE = 4_000_000;

/**
 * What the inspector reads of one session. Whoever changes the ledger says so here: `takeMessages` after appending,
 * `takeDecision` after applying, `takePin` after pinning, `replaceLedger` after anything else.
 */
export class ReadModel {
  readonly calls = new CallSeries();
  readonly #log = new DecisionLog();
  #source: RowSource;
  #indexes: RowIndexes;
  #fateVersion = 0;

  constructor(ledger: LedgerReader) {
    this.#source = { ledger, facts: new MessageFacts(ledger), log: this.#log, kept: new KeptMessages(ledger) };
    this.#indexes = new RowIndexes(this.#source);
  }

  get source(): RowSource {
    return this.#source;
  }

  takeMessages(): void {
    this.#source.facts.takeMessages();
  }

  takeDecision(decision: Decision, circumstances: Omit<LoggedDecision, 'decision' | 'undone'>): void {
    this.takeMessages();
    this.#log.add({ decision, ...circumstances });
    this.#source.facts.takeDecision(decision);
    this.#fateVersion += 1;
  }

  /** After a message was pinned or unpinned. */
  takePin(index: number): void {
    this.#source.kept.takePin(index);
  }

  /** After decisions were taken back, or forgotten as they had never been journaled: everything is read again. */
  replaceLedger(
    ledger: LedgerReader,
    change: { readonly undone?: string; readonly forgotten?: ReadonlySet<string> },
  ): void {
    if (change.undone !== undefined) this.#log.markUndone(change.undone);
    if (change.forgotten !== undefined) this.#log.remove(change.forgotten);
    const facts = new MessageFacts(ledger);
    facts.takeMessages();
    for (const decision of ledger.decisions) facts.takeDecision(decision);
    this.#source = { ledger, facts, log: this.#log, kept: new KeptMessages(ledger) };
    this.#indexes = new RowIndexes(this.#source);
  }

  /** One page of the rows that pass the filter. A search through a large session lets others in between. */
  async rows(
    { filter, from, count }: { filter: RowFilter; from: number; count: number },
    pause: () => Promise<unknown>,
  ): Promise<Omit<RowsPage, 'revision'>> {
    const index = await this.#index(filter, pause);
    const start = Math.max(0, Math.trunc(from));
    const end = Math.min(index.total, start + Math.min(Math.max(0, Math.trunc(count)), LARGEST_PAGE));
    const rows: Row[] = [];
    for (let place = start; place < end; place++) {
      const reference = index.at(place);
      if (reference !== null) rows.push(rowOf(reference, this.#source));
    }
    return { total: index.total, matchingMessages: index.messages, from: start, rows };
  }

  /** Position of a message among the rows that pass the filter, or null when it does not pass. */
  async locate(
    { filter, index }: { filter: RowFilter; index: number },
    pause: () => Promise<unknown>,
  ): Promise<number | null> {
    return (await this.#index(filter, pause)).placeOf(index);
  }

  async #index(filter: RowFilter, pause: () => Promise<unknown>): Promise<RowIndex> {
    for (;;) {
      this.takeMessages();
      const index = this.#indexes.indexFor(filter, this.#fateVersion);
      if (index.advance(SEARCH_SLICE)) return index;
      await pause();
    }
  }
}
