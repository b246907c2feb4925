import { randomUUID } from 'node:crypto';
import { type CascadeOptions, type CascadeResult } from '../engine/cascade';
import { type Decision, touchedIndexes } from '../engine/decision';
import type { CallEntry, JournalEntry, RestoreEntry, UndoEntry } from '../engine/journal';
import { JournalFold } from '../engine/journalFold';
import type { SummaryWish } from '../engine/layer3/summaryPlan';
import { wishLeftOpen, wishOnCommand } from '../engine/layer3/summaryWish';
import type { ContextLedger } from '../engine/ledger';
import { MemoryArchive } from '../engine/memoryArchive';
import type { MessageCounter } from '../engine/messageCounter';
import { type ContextLimits, type EngineSettings, limitsFor } from '../engine/settings';
import { profileFor } from '../models/profile';
import type { ModelOverrides } from '../models/profileOverrides';
import type { ProblemRow } from '../protocol/inspectorFacts';
import type { CompactionPreview, PreviewWishes } from '../protocol/preview';
import { t } from '../l10n/text';
import type { CarryOver, Plan, PlanRequest, SessionWorkerApi, SummarizeRequest, SummaryAnswer } from './api';
import { carryOver } from './carryOver';
import { cascadeFor } from './cascadeFor';
import { compactionPreview } from './compactionPreview';
import { sha256 } from '../models/contentHash';
import { CallLearning } from './callLearning';
import type { DeskSession } from './deskSession';
import type { DeskTools } from './deskTools';
import { JournalUsage } from './journalUsage';
import { PrefixSinceCall } from './prefixSinceCall';
import { readMessage } from './readMessage';
import type { SessionFacts } from './readModel/overview';
import { ReadModel } from './readModel/readModel';
import { tooLargeText } from './readModel/tooLargeText';
import { SerialQueue } from './serialQueue';
import { Slices } from './slices';
import { SummaryWriting, type SummaryWritingTools } from './summaryWriting';
import { journalHistory } from './whatIf/journalHistory';
import type { ReplayableHistory } from './whatIf/replayableHistory';
import { WorkerError } from './workerError';

export interface JournalParameters {
  /** `live`: entries follow and plans are asked for. `transcript`: a file, shown as it was recorded. */
  readonly kind: 'live' | 'transcript';
  /** Overrides the journal's own. */
  readonly title: string | null;
  readonly settings: EngineSettings;
  readonly counterFor: (model: string) => Promise<MessageCounter>;
  /** Told when there is more to see. */
  readonly onChange: () => void;
  readonly problems: readonly ProblemRow[];
  readonly emit: SummaryWritingTools['emit'];
  readonly observe: DeskTools['observe'];
  readonly errorBandOf: DeskTools['errorBandOf'];
  /** What the user says of models. */
  readonly overrides: ModelOverrides;
}

/** Nothing is known of a session before its header. */
const UNKNOWN_MODEL = '';

/** A session of Strata itself: its journal, folded as the entries come. */
export class JournalSession implements DeskSession {
  readonly #parameters: JournalParameters;
  readonly #queue = new SerialQueue();
  /** Kept to fold anew when the model's encoding changes; the messages in them are the ledger's own. */
  readonly #entries: JournalEntry[] = [];
  /** Decisions planned here whose entries have not come yet. */
  readonly #pending = new Set<string>();
  #settings: EngineSettings;
  #toolSchemas = '';
  #toolTokens = 0;
  #counter: MessageCounter;
  #fold: JournalFold;
  #readModel: ReadModel;
  #prefix = new PrefixSinceCall();
  #tooLarge: string | null = null;
  #closed = false;
  /** What the newest plan left to Layer 3. */
  #wish: SummaryWish | null = null;
  /** The removal whose summary was begun last; a session that is taken up again asks for it once more. */
  #askedFor: string | null = null;
  readonly #summaries: SummaryWriting;
  readonly #learning = new CallLearning();
  readonly #usage: JournalUsage;

  private constructor(parameters: JournalParameters, counter: MessageCounter) {
    this.#parameters = parameters;
    this.#settings = parameters.settings;
    this.#usage = new JournalUsage(parameters.overrides);
    this.#counter = counter;
    this.#fold = new JournalFold(counter);
    this.#readModel = new ReadModel(this.#fold.ledger);
    this.#summaries = new SummaryWriting({ emit: parameters.emit, onChange: parameters.onChange });
  }

  static async create(parameters: JournalParameters): Promise<JournalSession> {
    return new JournalSession(parameters, await parameters.counterFor(UNKNOWN_MODEL));
  }

  get readModel(): ReadModel {
    return this.#readModel;
  }

  get ledger(): ContextLedger {
    return this.#fold.ledger;
  }

  get entries(): readonly JournalEntry[] {
    return [...this.#entries];
  }

  facts(): SessionFacts {
    return {
      title: this.#parameters.title ?? this.#fold.title,
      sessionId: this.#parameters.kind === 'live' ? (this.#fold.header?.sessionId ?? null) : null,
      kind: this.#parameters.kind,
      track: this.#parameters.kind === 'live' ? 'live' : 'recorded',
      format: 'strata',
      model: this.#modelName,
      limits: this.#limits(),
      settings: this.#settings,
      counted: this.#counter.method,
      errorBand: this.#counter.method === 'estimated' ? this.#parameters.errorBandOf(this.#modelName) : null,
      toolTokens: this.#toolTokens,
      problems: this.#parameters.problems,
      tooLarge: this.#tooLarge,
      summaryWriting: this.#summaries.progress,
    };
  }

  replayable(): ReplayableHistory {
    return journalHistory(this.#entries, this.ledger, this.#usage.pricesNow(this.#fold));
  }

  /** Takes entries in, in order. A long journal lets others in between. */
  append(entries: readonly JournalEntry[]): Promise<void> {
    return this.#queue.run(async () => {
      const slices = new Slices();
      for (const entry of entries) {
        this.#entries.push(entry);
        if (entry.type === 'header' || entry.type === 'model') {
          await this.#useCounterOf(entry.model, this.#entries.slice(0, -1));
        }
        this.#take(entry);
        if (entry.type === 'undo' || entry.type === 'restore' || entry.type === 'pin') this.#stopStaleSummary();
        // What was learnt of the model's tokenizer holds from the next call on.
        if (entry.type === 'call' && this.#learn(entry)) await this.#useCounterOf(entry.model, this.#entries);
        if (!slices.isOver) continue;
        this.#parameters.onChange();
        await slices.next();
        if (this.#closed) throw new WorkerError('closed', t('The session was closed.'));
      }
      this.#parameters.onChange();
    });
  }

  /**
   * What the context has to give up. The decisions hold here at once; their entries are expected with the next `append`,
   * and those of an earlier plan that never came are forgotten.
   */
  plan(request: PlanRequest): Promise<Plan> {
    return this.#queue.run(() => {
      const [tooLargeBefore, forgets] = [this.#tooLarge, this.#pending.size > 0];
      this.#forgetPending();
      // Each plan brings along all originals it refers to: those of a plan that was given up may never have been written.
      const archive = new MemoryArchive(sha256);
      const { decisions, tooLarge, summary } = this.#decide(request, archive);
      this.#wish = summary ?? this.#wishLeftOpen(request, archive);
      for (const decision of decisions) {
        this.#fold.noteTaken(decision);
        this.#pending.add(decision.id);
        this.#noteDecision(decision);
      }
      this.#tooLarge = tooLarge === null ? null : tooLargeText(tooLarge);
      if (request.kind === 'beforeCall' || request.kind === 'overflow') {
        this.#learning.note(this.ledger, this.#toolSchemas);
      }
      // Most plans find nothing to do: then there is nothing new to see either.
      if (forgets || decisions.length > 0 || this.#tooLarge !== tooLargeBefore) this.#parameters.onChange();
      return Promise.resolve({
        decisions,
        originals: archive.takeNew(),
        inputTokens: this.ledger.totalTokens,
        tooLarge: this.#tooLarge,
        summary: this.#wish === null ? null : summary?.trigger.reason === 'overflow' ? 'first' : 'aside',
      });
    });
  }

  /** What the command would do now. Nothing is taken. */
  preview(wishes: PreviewWishes): Promise<CompactionPreview> {
    return this.#queue.run(() => {
      const options = this.#options(new MemoryArchive(sha256));
      const subject = {
        ledger: this.ledger,
        source: this.#readModel.source,
        options,
        prices: this.#usage.pricesNow(this.#fold),
      };
      return Promise.resolve(compactionPreview(subject, wishes));
    });
  }

  /** Draws the plan in its turn, and writes while entries go on being appended. */
  async summarize({ reason, summarizer }: SummarizeRequest): Promise<boolean> {
    await this.#queue.settled();
    const context = { ...this.#options(new MemoryArchive(sha256)), ledger: this.ledger };
    if (reason === 'planned') this.#askedFor = wishLeftOpen(context)?.decisionId ?? this.#askedFor;
    const wish = reason === 'command' ? wishOnCommand(context) : this.#wish;
    return wish !== null && (await this.#summaries.write(this.ledger, context, wish, summarizer));
  }

  async carryOver({ summarizer }: Parameters<SessionWorkerApi['carryOver']>[0]): Promise<CarryOver | null> {
    await this.#queue.settled();
    return carryOver(this.ledger, this.#options(new MemoryArchive(sha256)), this.#summaries, summarizer);
  }

  answerSummary(answer: SummaryAnswer): void {
    this.#summaries.answer(answer);
  }

  endSummary(how: 'skip' | 'stop'): void {
    this.#summaries[how]();
  }

  configure(settings: EngineSettings): Promise<void> {
    this.#settings = settings;
    this.#parameters.onChange();
    return Promise.resolve();
  }

  setToolSchemas(json: string): Promise<void> {
    return this.#queue.run(() => {
      this.#toolSchemas = json;
      this.#countToolSchemas();
      this.#parameters.onChange();
      return Promise.resolve();
    });
  }

  settled(): Promise<void> {
    // Entries of a file show as they come.
    return this.#parameters.kind === 'live' ? this.#queue.settled() : Promise.resolve();
  }

  close(): void {
    this.#summaries.stop();
    this.#closed = true;
  }

  #decide(request: PlanRequest, archive: MemoryArchive): CascadeResult {
    const options = this.#options(archive);
    const wasReady = this.#summaries.isReady;
    const swapped = this.#summaries.swapIn(this.ledger, options);
    if (wasReady && swapped === null) this.#askedFor = null;
    const result = cascadeFor(this.ledger, options, request);
    return swapped === null ? result : { ...result, decisions: [swapped, ...result.decisions] };
  }

  #options(archive: MemoryArchive): CascadeOptions & { readonly archive: MemoryArchive } {
    return { settings: this.#settings, limits: this.#limits(), archive, nextDecisionId: () => randomUUID() };
  }

  #take(entry: JournalEntry): void {
    switch (entry.type) {
      case 'message':
        this.#fold.fold(entry);
        readMessage(entry.message);
        this.#readModel.takeMessages();
        return;
      case 'decision':
        this.#pending.delete(entry.decision.id);
        if (!this.#fold.knows(entry.decision.id)) {
          this.#fold.fold(entry);
          this.#noteDecision(entry.decision);
        }
        this.#usage.takeDecision(entry.decision, this.#fold, this.#readModel);
        return;
      case 'undo':
        if (!this.#fold.knows(entry.decisionId)) return;
        this.#notePutBack(entry);
        this.#fold.fold(entry);
        this.#readModel.replaceLedger(this.ledger, {
          undone: entry.decisionId,
          putBack: this.#fold.putBackBy(entry),
        });
        return;
      case 'call':
        this.#fold.fold(entry);
        this.#noteCall(entry);
        this.#usage.takeCall(entry, this.#fold, this.#readModel);
        return;
      case 'restore':
        this.#notePutBack(entry);
        this.#fold.fold(entry);
        this.#readModel.replaceLedger(this.ledger, { putBack: this.#fold.putBackBy(entry) });
        return;
      case 'pin':
        this.#fold.fold(entry);
        this.#readModel.takePin(entry.index);
        return;
      case 'model':
        // Another model has nothing of this session in its cache; other limits alone change nothing.
        if (entry.model !== this.#modelName || entry.provider !== this.#fold.model?.provider) this.#prefix.breakAll();
        this.#fold.fold(entry);
        return;
      case 'memory':
        // It stands before everything the provider has in its cache.
        this.#prefix.breakAll();
        this.#fold.fold(entry);
        return;
      case 'header':
      case 'title':
      case 'link':
        this.#fold.fold(entry);
        return;
    }
  }

  #noteDecision(decision: Decision): void {
    this.#readModel.takeDecision(decision, {
      position: this.ledger.length,
      call: this.#readModel.calls.count,
      limits: this.#limits(),
      prices: this.#usage.pricesNow(this.#fold),
    });
    this.#prefix.takeDecision(decision);
  }

  #noteCall(entry: CallEntry): void {
    const { calls, account } = this.#readModel;
    const { historyLength, inputTokens } = entry;
    const call = this.#prefix.takeCall({ call: calls.count, historyLength, tokensAfter: inputTokens });
    account.takeCall(call, this.#usage.billOf(entry, this.#fold));
  }

  #notePutBack(entry: UndoEntry | RestoreEntry): void {
    const isUndone = ({ id }: Decision): boolean => entry.type === 'undo' && id === entry.decisionId;
    const undone = this.ledger.decisions.find(isUndone) ?? null;
    const indexes = undone === null ? this.#fold.putBackBy(entry) : touchedIndexes(undone);
    this.#prefix.takePutBack(this.ledger, undone, indexes);
  }

  /** What was put back or pinned may be what a summary under way stands for; the rest is asked for again. */
  #stopStaleSummary(): void {
    if (this.#summaries.stopIfStale(this.ledger)) this.#askedFor = null;
  }

  /** A summary that an earlier plan asked for and that was never begun, or given up, is asked for again. */
  #wishLeftOpen(request: PlanRequest, archive: MemoryArchive): SummaryWish | null {
    if (request.kind !== 'beforeCall' || this.#summaries.isUnderWay) return null;
    const open = wishLeftOpen({ ...this.#options(archive), ledger: this.ledger });
    return open === null || open.decisionId === this.#askedFor ? null : open.wish;
  }

  #forgetPending(): void {
    if (this.#pending.size === 0) return;
    this.#fold.forget([...this.#pending]);
    this.#readModel.replaceLedger(this.ledger, { forgotten: this.#pending });
    this.#prefix.forget(this.#pending);
    this.#pending.clear();
  }

  /** @returns whether the provider said how large the call was that was planned here */
  #learn(entry: CallEntry): boolean {
    const sample = this.#learning.take(entry);
    if (sample !== null) this.#parameters.observe(entry.model, sample);
    return sample !== null;
  }

  /** Counts everything anew where the model is counted otherwise than before. */
  async #useCounterOf(model: string, entries: readonly JournalEntry[]): Promise<void> {
    const counter = await this.#parameters.counterFor(model);
    if (counter === this.#counter) return;
    this.#forgetPending();
    this.#counter = counter;
    this.#fold = new JournalFold(counter);
    this.#readModel = new ReadModel(this.#fold.ledger);
    this.#prefix = new PrefixSinceCall();
    this.#countToolSchemas();
    for (const entry of [...entries]) this.#take(entry);
  }

  #countToolSchemas(): void {
    this.#toolTokens = this.#toolSchemas === '' ? 0 : this.#counter.countText(this.#toolSchemas);
    this.#fold.setToolSchemaTokens(this.#toolTokens);
  }

  get #modelName(): string {
    return this.#fold.model?.model ?? UNKNOWN_MODEL;
  }

  #limits(): ContextLimits {
    const { window, reserve } = this.#fold.model ?? limitsFor(profileFor(UNKNOWN_MODEL).window, 0);
    return { window, reserve };
  }
}
