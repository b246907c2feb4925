import { isDeepStrictEqual } from 'node:util';
import type { Decision } from '../../engine/decision';
import type { ProblemRow } from '../../protocol/inspectorFacts';
import type {
  Folding,
  HitStep,
  Row,
  RowFilter,
  RowList,
  RowPlace,
  RowsPage,
  RowsRequest,
  StepRequest,
} from '../../protocol/inspectorRows';
import type { CallUsage } from '../../protocol/usage';
import type { CallSeries } from './callSeries';
import { DecisionLog, type LoggedDecision } from './decisionLog';
import { FileProblems } from './fileProblems';
import { FoldedRows } from './foldedRows';
import { KeptMessages } from './keptMessages';
import type { LedgerReader } from './ledgerReader';
import { MessageFacts } from './messageFacts';
import type { RowIndex } from './rowIndex';
import { RowIndexes } from './rowIndexes';
import { rowOf } from './rows';
import { type EarlierState, fateUnderWhatIf, type RowSource, type WhatIfFates } from './rowSource';
import { fateChangeStep, hitStep } from './rowSteps';
import { RowVersions } from './rowVersions';
import { RunAccount } from './runAccount';
import { searchPattern } from './searchPattern';
import { UsageLog } from './usage';

/** Rows in one page at most. */
const LARGEST_PAGE = 1_000;

/** Characters searched before other requests get their turn: some 10 ms. */
const SEARCH_SLICE = 4_000_000;

/** Stands in a version before the request of what-if that the rows are held against. */
const WHAT_IF = '~';

const NOTHING_FOLDED: Folding = { mode: 'named', turns: [] };

/** Lets others in between. */
type Pause = () => Promise<unknown>;

/**
 * What the inspector reads of one session. Whoever changes the ledger says so here: `takeMessages` after appending,
 * `takeDecision` after applying, `takePin` after pinning, `replaceLedger` after anything else.
 */
export class ReadModel {
  readonly account = new RunAccount();
  readonly #log: DecisionLog;
  readonly #earlier: EarlierState | null;
  readonly #problems = new FileProblems();
  #source: RowSource;
  #indexes: RowIndexes;
  #fateVersion = 0;
  #problemVersion = 0;
  /** The rows as they were folded last. */
  #folded: FoldedRows | null = null;
  #other: LedgerReader | null = null;
  #whatIf: (request: string) => WhatIfFates | null = () => null;

  /** @param past for a session as it was: all of it is in the ledger already */
  constructor(
    ledger: LedgerReader,
    readonly usage = new UsageLog(),
    past?: { readonly log: DecisionLog; readonly earlier: EarlierState },
  ) {
    this.#log = past?.log ?? new DecisionLog();
    this.#earlier = past?.earlier ?? null;
    this.#source = this.#newSource(ledger);
    this.#indexes = new RowIndexes(this.#source);
  }

  get calls(): CallSeries {
    return this.account.calls;
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
    this.account.takeDecision(decision);
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

  /** What was found in the session's file so far. */
  takeProblems(problems: readonly ProblemRow[]): void {
    const changed = this.#problems.take(problems);
    if (changed === null) return;
    this.#problemVersion += 1;
    const { ledger, versions } = this.#source;
    versions.touchProblems();
    for (let index = 0; index < ledger.length; index++) {
      const offset = ledger.message(index).source?.byteOffset;
      if (offset !== undefined && changed.has(offset)) versions.touch('message', index);
    }
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
    if (change.undone !== undefined) {
      this.#log.markUndone(change.undone);
      this.account.forget(new Set([change.undone]));
    }
    if (change.putBack !== undefined) this.#log.markPutBack(change.putBack);
    if (change.forgotten !== undefined) {
      this.#log.remove(change.forgotten);
      this.account.forget(change.forgotten);
    }
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
    { from, count, known = '', search = '', ...list }: RowsRequest,
    pause: Pause,
  ): Promise<Omit<RowsPage, 'revision'>> {
    const folded = await this.#list(list, pause);
    const { index, total } = folded;
    const start = Math.max(0, Math.trunc(from));
    const end = Math.min(total, start + Math.min(Math.max(0, Math.trunc(count)), LARGEST_PAGE));
    const { source, matcher } = index;
    const whatIf = this.#fatesUnderWhatIf(list.filter);
    const [ownVersion, heldWhatIf] = known.split(WHAT_IF);
    const since = heldWhatIf === whatIf?.id ? source.versions.since(ownVersion) : null;
    // Under other fates, or problems, other rows pass, so that a place may be that of another row.
    const mayMove =
      (since?.fates === true && matcher.dependsOnFates) || (since?.problems === true && matcher.dependsOnProblems);
    const changes = mayMove ? null : since;
    const pattern = searchPattern(search, 'g');
    const rows: Row[] = [];
    const offsets: number[] = [];
    for (let position = start; position < end; position++) {
      const reference = index.at(folded.placeInIndex(position));
      if (reference === null || changes?.row(reference.kind, reference.number) === false) continue;
      rows.push(rowUnderWhatIf(rowOf(reference, source, pattern), source.ledger, whatIf));
      offsets.push(position - start);
    }
    return {
      version: [source.versions.current, ...(whatIf === null ? [] : [whatIf.id])].join(WHAT_IF),
      total,
      matchingMessages: index.messages.length,
      from: start,
      offsets: changes === null ? null : offsets,
      rows,
    };
  }

  /** Where a message stands among the rows listed, or null when it does not pass the filter. */
  async locate({ index, ...list }: RowList & { readonly index: number }, pause: Pause): Promise<RowPlace | null> {
    const folded = await this.#list(list, pause);
    const place = folded.index.placeOf(index);
    return place === null ? null : folded.positionOf(place);
  }

  /** Position of the heading of the turn a row stands in; null before the first turn. */
  async heading({ position, ...list }: RowList & { readonly position: number }, pause: Pause): Promise<number | null> {
    return (await this.#list(list, pause)).headingOf(position);
  }

  /** The next hit among the messages that pass the filter; behind the last one comes the first. */
  async nextHit({ filter, text, ...step }: StepRequest & { readonly text: string }, pause: Pause): Promise<HitStep> {
    return hitStep((await this.#index({ ...filter, text }, pause)).messages, step);
  }

  /** The next message that passes the filter and has another fate than the one before it. */
  async nextFateChange({ filter, ...step }: StepRequest, pause: Pause): Promise<number | null> {
    const { messages, source } = await this.#index(filter, pause);
    return fateChangeStep(messages, (index) => source.ledger.state(index).fate, step);
  }

  /** Shows from here on where fates differ from those of another ledger of the same history, as they are now. */
  compareWith(other: LedgerReader): void {
    this.#other = other;
    this.replaceLedger(this.#source.ledger, {});
    this.#fateVersion += 1;
  }

  /** @param fatesOf gives what a request of what-if came to; null where that is not known any more */
  useWhatIf(fatesOf: (request: string) => WhatIfFates | null): void {
    this.#whatIf = fatesOf;
  }

  #fatesUnderWhatIf({ whatIf }: RowFilter): WhatIfFates | null {
    return whatIf === undefined ? null : this.#whatIf(whatIf);
  }

  #newSource(ledger: LedgerReader): RowSource {
    const versions = new RowVersions();
    return {
      ledger,
      facts: new MessageFacts(ledger, versions),
      log: this.#log,
      kept: new KeptMessages(ledger),
      versions,
      problems: this.#problems,
      other: this.#other,
      earlier: this.#earlier,
    };
  }

  async #list({ filter, folding = NOTHING_FOLDED }: RowList, pause: Pause): Promise<FoldedRows> {
    const index = await this.#index(filter, pause);
    const known = this.#folded;
    if (known?.index === index && isDeepStrictEqual(known.folding, folding)) return known;
    return (this.#folded = new FoldedRows(index, folding));
  }

  async #index(filter: RowFilter, pause: Pause): Promise<RowIndex> {
    for (;;) {
      this.takeMessages();
      const versions = { fates: this.#fateVersion, problems: this.#problemVersion };
      const index = this.#indexes.indexFor(filter, versions, this.#fatesUnderWhatIf(filter));
      if (index.advance(SEARCH_SLICE)) return index;
      await pause();
    }
  }
}

function rowUnderWhatIf(row: Row, ledger: LedgerReader, whatIf: WhatIfFates | null): Row {
  if (row.kind !== 'message') return row;
  const wouldBe = fateUnderWhatIf(row.index, ledger, whatIf);
  return wouldBe === null ? row : { ...row, wouldBe };
}
