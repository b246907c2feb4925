import { randomUUID } from 'node:crypto';
import { type CascadeOptions, type CascadeResult, planBeforeCall, planCommand } from '../engine/cascade';
import type { Decision } from '../engine/decision';
import type { CallEntry, JournalEntry } from '../engine/journal';
import { JournalFold } from '../engine/journalFold';
import { sightingsOf } from '../engine/layer3/factKinds';
import type { SummaryWish } from '../engine/layer3/summaryPlan';
import { wishOnCommand } from '../engine/layer3/summaryWish';
import type { ContextLedger } from '../engine/ledger';
import { MemoryArchive } from '../engine/memoryArchive';
import type { MessageCounter } from '../engine/messageCounter';
import { planOverflow } from '../engine/retry';
import { type ContextLimits, type EngineSettings, limitsFor } from '../engine/settings';
import type { ModelPrices } from '../models/modelPrices';
import { profileFor } from '../models/profile';
import type { ModelOverrides } from '../models/profileOverrides';
import type { CompactionPreview, PreviewWishes, ProblemRow } from '../protocol/inspector';
import type { Plan, PlanRequest, SummarizeRequest, SummaryAnswer } from './api';
import { compactionPreview } from './compactionPreview';
import { sha256 } from './contentHash';
import { CallLearning } from './callLearning';
import type { DeskSession } from './deskSession';
import type { DeskTools } from './deskTools';
import { unchangedTokens } from './readModel/cacheCost';
import type { SessionFacts } from './readModel/overview';
import { ReadModel } from './readModel/readModel';
import { SerialQueue } from './serialQueue';
import { Slices } from './slices';
import { SummaryWriting, type SummaryWritingTools } from './summaryWriting';
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
  /** Decisions since the newest call. */
  #decisionsBeforeCall: Decision[] = [];
  /** Since the newest call something was put back, or another model took over: what it has in its cache is not known. */
  #isPrefixKnown = true;
  #tooLarge: string | null = null;
  #closed = false;
  /** What the newest plan left to Layer 3. */
  #wish: SummaryWish | null = null;
  readonly #summaries: SummaryWriting;
  readonly #learning = new CallLearning();

  private constructor(parameters: JournalParameters, counter: MessageCounter) {
    this.#parameters = parameters;
    this.#settings = parameters.settings;
    this.#counter = counter;
    this.#fold = new JournalFold(counter);
    this.#readModel = new ReadModel(this.#fold.ledger);
    this.#summaries = new SummaryWriting({ emit: parameters.emit });
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
    };
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
        // What was learnt of the model's tokenizer holds from the next call on.
        if (entry.type === 'call' && this.#learn(entry)) await this.#useCounterOf(entry.model, this.#entries);
        if (!slices.isOver) continue;
        this.#parameters.onChange();
        await slices.next();
        if (this.#closed) throw new WorkerError('closed', 'The session was closed.');
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
      this.#forgetPending();
      // Each plan brings along all originals it refers to: those of a plan that was given up may never have been written.
      const archive = new MemoryArchive(sha256);
      const { decisions, tooLarge, summary } = this.#decide(request, archive);
      this.#wish = summary;
      for (const decision of decisions) {
        this.#fold.noteTaken(decision);
        this.#pending.add(decision.id);
        this.#noteDecision(decision);
      }
      this.#tooLarge = tooLarge?.message ?? null;
      if (request.kind === 'beforeCall' || request.kind === 'overflow') {
        this.#learning.note(this.ledger, this.#toolSchemas);
      }
      this.#parameters.onChange();
      return Promise.resolve({
        decisions,
        originals: archive.takeNew(),
        inputTokens: this.ledger.totalTokens,
        tooLarge: this.#tooLarge,
        summary: summary === null ? null : summary.trigger.reason === 'overflow' ? 'first' : 'aside',
      });
    });
  }

  /** What the command would do now. Nothing is taken. */
  preview(wishes: PreviewWishes): Promise<CompactionPreview> {
    return this.#queue.run(() => {
      const options = this.#options(new MemoryArchive(sha256));
      const subject = { ledger: this.ledger, source: this.#readModel.source, options, prices: this.#prices() };
      return Promise.resolve(compactionPreview(subject, wishes));
    });
  }

  /** Draws the plan in its turn, and writes while entries go on being appended. */
  async summarize({ reason, summarizer }: SummarizeRequest): Promise<boolean> {
    await this.#queue.settled();
    const options = this.#options(new MemoryArchive(sha256));
    const wish = reason === 'command' ? wishOnCommand({ ...options, ledger: this.ledger }) : this.#wish;
    return wish !== null && (await this.#summaries.write(this.ledger, options, wish, summarizer));
  }

  answerSummary(answer: SummaryAnswer): void {
    this.#summaries.answer(answer);
  }

  endSummary(how: 'skip' | 'stop'): void {
    if (how === 'skip') this.#summaries.skip();
    else this.#summaries.stop();
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
    const swapped = this.#summaries.swapIn(this.ledger, options);
    const result = this.#cascade(request, options);
    return swapped === null ? result : { ...result, decisions: [swapped, ...result.decisions] };
  }

  #cascade(request: PlanRequest, options: CascadeOptions): CascadeResult {
    switch (request.kind) {
      case 'beforeCall':
        return planBeforeCall(this.ledger, options);
      case 'overflow':
        return planOverflow(this.ledger, options, request, request.canSummarize);
      case 'command':
        return planCommand(this.ledger, options, request.skip);
      case 'swap':
        return { decisions: [], tooLarge: null, summary: null };
    }
  }

  #options(archive: MemoryArchive): CascadeOptions {
    return {
      settings: this.#settings,
      limits: this.#limits(),
      archive,
      nextDecisionId: () => randomUUID(),
    };
  }

  #take(entry: JournalEntry): void {
    switch (entry.type) {
      case 'message':
        this.#fold.fold(entry);
        // Read as messages come, so that no plan has to look at thousands at once.
        sightingsOf(entry.message);
        this.#readModel.takeMessages();
        return;
      case 'decision':
        this.#pending.delete(entry.decision.id);
        if (this.#fold.knows(entry.decision.id)) return;
        this.#fold.fold(entry);
        this.#noteDecision(entry.decision);
        return;
      case 'undo':
        if (!this.#fold.knows(entry.decisionId)) return;
        this.#fold.fold(entry);
        this.#readModel.replaceLedger(this.ledger, { undone: entry.decisionId });
        this.#isPrefixKnown = false;
        return;
      case 'call':
        this.#fold.fold(entry);
        this.#noteCall(entry);
        return;
      case 'restore':
        this.#fold.fold(entry);
        this.#readModel.replaceLedger(this.ledger, {});
        this.#isPrefixKnown = false;
        return;
      case 'pin':
        this.#fold.fold(entry);
        this.#readModel.takePin(entry.index);
        return;
      case 'model':
        this.#fold.fold(entry);
        this.#isPrefixKnown = false;
        return;
      case 'header':
      case 'title':
        this.#fold.fold(entry);
        return;
    }
  }

  #noteDecision(decision: Decision): void {
    const { calls } = this.#readModel;
    this.#readModel.takeDecision(decision, {
      position: this.ledger.length,
      call: calls.count,
      limits: this.#limits(),
      prices: this.#prices(),
    });
    this.#decisionsBeforeCall.push(decision);
  }

  #noteCall(entry: CallEntry): void {
    const { calls } = this.#readModel;
    calls.add({
      call: calls.count,
      tokensBefore: Math.max(entry.inputTokens, this.#decisionsBeforeCall[0]?.tokensBefore ?? 0),
      tokensAfter: entry.inputTokens,
      decisions: this.#decisionsBeforeCall.map(({ id }) => id),
      unchangedTokens: this.#isPrefixKnown ? unchangedTokens(this.#decisionsBeforeCall) : null,
    });
    this.#decisionsBeforeCall = [];
    this.#isPrefixKnown = true;
  }

  #forgetPending(): void {
    if (this.#pending.size === 0) return;
    this.#fold.forget([...this.#pending]);
    this.#readModel.replaceLedger(this.ledger, { forgotten: this.#pending });
    this.#decisionsBeforeCall = this.#decisionsBeforeCall.filter(({ id }) => !this.#pending.has(id));
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
    this.#decisionsBeforeCall = [];
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

  #prices(): ModelPrices | null {
    return profileFor(this.#modelName, this.#parameters.overrides).prices;
  }

  #limits(): ContextLimits {
    const model = this.#fold.model;
    if (model !== null) return { window: model.window, reserve: model.reserve };
    return limitsFor(profileFor(UNKNOWN_MODEL).window, 0);
  }
}
