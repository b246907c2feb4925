import type { Decision } from '../../engine/decision';
import type { Row, RowFilter, RowsPage } from '../../protocol/inspectorRows';
import type { CallUsage } from '../../protocol/usage';
import { CallSeries } from './callSeries';
import { DecisionLog, type LoggedDecision } from './decisionLog';
import { KeptMessages } from './keptMessages';
import type { LedgerReader } from './ledgerReader';
import { MessageFacts } from './messageFacts';
import type { RowIndex, RowSource } from './rowIndex';
import { RowIndexes } from './rowIndexes';
import { rowOf } from './rows';
import { RowVersions } from './rowVersions';
import { UsageLog } from './usage';

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
  #other: LedgerReader | null = null;

  constructor(
    ledger: LedgerReader,
    readonly usage = new UsageLog(),
  ) {
    this.#source = this.#newSource(ledger);
    this.#indexes = new RowIndexes(this.#source);
  }

  get source(): RowSource {
    return this.#source;
  }

  takeMessages(): void {
    this.#source.facts.takeMessages();
  }

  takeDecision(decision: Decision, circumstances: Omit<LoggedDecision, 'decision' | 'undone' | 'putBack'>): void {
    this.takeMessages();
    const { facts, versions } = this.#source;
    this.#log.add({ decision, ...circumstances });
    facts.takeDecision(decision);
    versions.touch('decision', this.#log.length - 1);
    versions.touchFates();
    if (decision.removal !== null) versions.touchRemovals();
    this.#fateVersion += 1;
  }

  /** What a reply took, once it is known; see `UsageLog`. */
  takeReplyUsage(index: number, usage: CallUsage, isOwn: boolean): void {
    this.usage.takeReply(index, usage, isOwn);
    this.#source.versions.touch('message', index);
  }

  /** What the summary of a decision took; see `UsageLog`. */
  takeSummaryUsage(decisionId: string, usage: CallUsage, isOwn: boolean): void {
    const place = this.#log.placeOf(decisionId);
    this.usage.takeSummary(decisionId, usage, isOwn);
    if (place !== null) this.#source.versions.touch('decision', place);
  }

  /** After a message was pinned or unpinned. */
  takePin(index: number): void {
    this.#source.kept.takePin(index);
    this.#source.versions.touch('message', index);
  }

  /** After decisions were taken back, or forgotten as they had never been journaled: everything is read again. */
  replaceLedger(
    ledger: LedgerReader,
    change: {
      readonly undone?: string;
      readonly forgotten?: ReadonlySet<string>;
      /** Messages that no decision taken so far holds for any more, by index. */
      readonly putBack?: readonly number[];
    },
  ): void {
    if (change.undone !== undefined) this.#log.markUndone(change.undone);
    if (change.putBack !== undefined) this.#log.markPutBack(change.putBack);
    if (change.forgotten !== undefined) this.#log.remove(change.forgotten);
    this.#source = this.#newSource(ledger);
    this.#source.facts.takeMessages();
    for (const decision of ledger.decisions) this.#source.facts.takeDecision(decision);
    this.#indexes = new RowIndexes(this.#source);
  }

  /**
   * One page of the rows that pass the filter; of a page held as of `known`, what changed since. A search through a large
   * session lets others in between.
   */
  async rows(
    { filter, from, count, known }: { filter: RowFilter; from: number; count: number; known?: string },
    pause: () => Promise<unknown>,
  ): Promise<Omit<RowsPage, 'revision'>> {
    const index = await this.#index(filter, pause);
    const start = Math.max(0, Math.trunc(from));
    const end = Math.min(index.total, start + Math.min(Math.max(0, Math.trunc(count)), LARGEST_PAGE));
    const { source, matcher } = index;
    const since = source.versions.since(known);
    // Under other fates other rows pass, so that a place may be that of another row.
    const changes = since === null || (since.fates && matcher.dependsOnFates) ? null : since;
    const rows: Row[] = [];
    const offsets: number[] = [];
    for (let place = start; place < end; place++) {
      const reference = index.at(place);
      if (reference === null || changes?.row(reference.kind, reference.number) === false) continue;
      rows.push(rowOf(reference, source));
      offsets.push(place - start);
    }
    return {
      version: source.versions.current,
      total: index.total,
      matchingMessages: index.messages,
      from: start,
      offsets: changes === null ? null : offsets,
      rows,
    };
  }

  /** Position of a message among the rows that pass the filter, or null when it does not pass. */
  async locate(
    { filter, index }: { filter: RowFilter; index: number },
    pause: () => Promise<unknown>,
  ): Promise<number | null> {
    return (await this.#index(filter, pause)).placeOf(index);
  }

  /** Shows from here on where fates differ from those of another ledger of the same history, as they are now. */
  compareWith(other: LedgerReader): void {
    this.#other = other;
    this.replaceLedger(this.#source.ledger, {});
    this.#fateVersion += 1;
  }

  #newSource(ledger: LedgerReader): RowSource {
    const versions = new RowVersions();
    return {
      ledger,
      facts: new MessageFacts(ledger, versions),
      log: this.#log,
      kept: new KeptMessages(ledger),
      versions,
      other: this.#other,
    };
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
