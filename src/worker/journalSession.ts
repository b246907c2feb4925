import { randomUUID } from 'node:crypto';
import { type CascadeResult, planBeforeCall, planCommand } from '../engine/cascade';
import type { CallEntry, JournalEntry } from '../engine/journal';
import { JournalFold } from '../engine/journalFold';
import type { ContextLedger } from '../engine/ledger';
import { MemoryArchive } from '../engine/memoryArchive';
import type { MessageCounter } from '../engine/messageCounter';
import { planOverflow } from '../engine/retry';
import { type ContextLimits, type EngineSettings, limitsFor } from '../engine/settings';
import { profileFor } from '../models/profile';
import type { ProblemRow } from '../protocol/inspector';
import type { Plan, PlanRequest } from './api';
import { sha256 } from './contentHash';
import type { DeskSession } from './deskSession';
import type { SessionFacts } from './readModel/overview';
import { ReadModel } from './readModel/readModel';
import { SerialQueue } from './serialQueue';
import { Slices } from './slices';
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
  #decisionsBeforeCall: { readonly id: string; readonly tokensBefore: number }[] = [];
  #tooLarge: string | null = null;
  #closed = false;

  private constructor(parameters: JournalParameters, counter: MessageCounter) {
    this.#parameters = parameters;
    this.#settings = parameters.settings;
    this.#counter = counter;
    this.#fold = new JournalFold(counter);
    this.#readModel = new ReadModel(this.#fold.ledger);
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
      model: this.#fold.model?.model ?? UNKNOWN_MODEL,
      limits: this.#limits(),
      settings: this.#settings,
      counted: this.#counter.method,
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
        if (entry.type === 'header' || entry.type === 'model') await this.#useCounterOf(entry.model);
        this.#take(entry);
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
      const { decisions, tooLarge } = this.#decide(request, archive);
      for (const decision of decisions) {
        this.#fold.noteTaken(decision);
        this.#pending.add(decision.id);
        this.#noteDecision(decision);
      }
      this.#tooLarge = tooLarge?.message ?? null;
      this.#parameters.onChange();
      return Promise.resolve({
        decisions,
        originals: archive.takeNew(),
        inputTokens: this.ledger.totalTokens,
        tooLarge: this.#tooLarge,
      });
    });
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
    this.#closed = true;
  }

  #decide(request: PlanRequest, archive: MemoryArchive): CascadeResult {
    const options = {
      settings: this.#settings,
      limits: this.#limits(),
      archive,
      nextDecisionId: () => randomUUID(),
    };
    switch (request.kind) {
      case 'beforeCall':
        return planBeforeCall(this.ledger, options);
      case 'overflow':
        return planOverflow(this.ledger, options, request);
      case 'command':
        return planCommand(this.ledger, options);
    }
  }

  #take(entry: JournalEntry): void {
    switch (entry.type) {
      case 'message':
        this.#fold.fold(entry);
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
        return;
      case 'call':
        this.#fold.fold(entry);
        this.#noteCall(entry);
        return;
      case 'header':
      case 'model':
      case 'pin':
      case 'title':
        this.#fold.fold(entry);
        return;
    }
  }

  #noteDecision(decision: CascadeResult['decisions'][number]): void {
    const { calls } = this.#readModel;
    this.#readModel.takeDecision(decision, this.ledger.length, calls.count, this.#limits());
    this.#decisionsBeforeCall.push({ id: decision.id, tokensBefore: decision.tokensBefore });
  }

  #noteCall(entry: CallEntry): void {
    const { calls } = this.#readModel;
    calls.add({
      call: calls.count,
      tokensBefore: Math.max(entry.inputTokens, this.#decisionsBeforeCall[0]?.tokensBefore ?? 0),
      tokensAfter: entry.inputTokens,
      decisions: this.#decisionsBeforeCall.map(({ id }) => id),
    });
    this.#decisionsBeforeCall = [];
  }

  #forgetPending(): void {
    if (this.#pending.size === 0) return;
    this.#fold.forget([...this.#pending]);
    this.#readModel.replaceLedger(this.ledger, { forgotten: this.#pending });
    this.#decisionsBeforeCall = this.#decisionsBeforeCall.filter(({ id }) => !this.#pending.has(id));
    this.#pending.clear();
  }

  /** Counts everything anew where the model has another encoding than the one before. */
  async #useCounterOf(model: string): Promise<void> {
    const counter = await this.#parameters.counterFor(model);
    if (counter === this.#counter) return;
    this.#forgetPending();
    this.#counter = counter;
    this.#fold = new JournalFold(counter);
    this.#readModel = new ReadModel(this.#fold.ledger);
    this.#decisionsBeforeCall = [];
    this.#countToolSchemas();
    for (const entry of this.#entries.slice(0, -1)) this.#take(entry);
  }

  #countToolSchemas(): void {
    this.#toolTokens = this.#toolSchemas === '' ? 0 : this.#counter.countText(this.#toolSchemas);
    this.#fold.setToolSchemaTokens(this.#toolTokens);
  }

  #limits(): ContextLimits {
    const model = this.#fold.model;
    if (model !== null) return { window: model.window, reserve: model.reserve };
    return limitsFor(profileFor(UNKNOWN_MODEL).window, 0);
  }
}
