import { sightingsOf } from '../engine/layer3/factKinds';
import { ContextLedger } from '../engine/ledger';
import { MemoryArchive } from '../engine/memoryArchive';
import type { MessageCounter } from '../engine/messageCounter';
import { type ReplayCall, replayCalls } from '../engine/replay';
import type { ContextLimits, EngineSettings } from '../engine/settings';
import type { ModelPrices } from '../models/modelPrices';
import { profileFor } from '../models/profile';
import type { ModelOverrides } from '../models/profileOverrides';
import type { Transcript } from '../transcripts/transcript';
import { sha256 } from './contentHash';
import type { DeskSession } from './deskSession';
import { unchangedTokens } from './readModel/cacheCost';
import type { SessionFacts } from './readModel/overview';
import { ReadModel } from './readModel/readModel';
import type { UsageLog } from './readModel/usage';
import { Slices } from './slices';
import { WorkerError } from './workerError';

export interface ReplayParameters {
  readonly transcript: Transcript;
  readonly counter: MessageCounter;
  readonly model: string;
  readonly limits: ContextLimits;
  readonly settings: EngineSettings;
  /** How far estimates of the model were off lately; null where it is counted. */
  readonly errorBand: number | null;
  /** What stood in the system prompt beside what was recorded, Markdown; empty for nothing. */
  readonly memory: string;
  /** What the user says of models. */
  readonly overrides: ModelOverrides;
  /** What the recorded calls took, where that is known: it stays what it was, whatever would have been sent. */
  readonly usage?: UsageLog;
  /** Told when there is more to see. `share` of the replay that is done, 0 to 1; null once all is. */
  readonly onProgress: (share: number | null) => void;
}

/** Whoever shows the rows of a replay still running has to fetch them each time they are told. */
const TOLD_EVERY_MILLISECONDS = 150;

/** One run of the engine over the transcript. */
interface Run {
  readonly ledger: ContextLedger;
  readonly readModel: ReadModel;
  tooLarge: string | null;
}

/** A session of any agent with the engine run over it, as if Strata had served its calls. */
export class ReplaySession implements DeskSession {
  readonly #parameters: ReplayParameters;
  readonly #prices: ModelPrices | null;
  #settings: EngineSettings;
  #toolTokens = 0;
  /** The run that shows. */
  #shown: Run;
  #shownIsComplete = false;
  /** Grows with each run: an older one that notices stops. */
  #newest = 0;
  #closed = false;
  #lastTold = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(parameters: ReplayParameters) {
    this.#parameters = parameters;
    this.#prices = profileFor(parameters.model, parameters.overrides).prices;
    this.#settings = parameters.settings;
    this.#shown = this.#newRun();
  }

  get readModel(): ReadModel {
    return this.#shown.readModel;
  }

  get ledger(): ContextLedger {
    return this.#shown.ledger;
  }

  facts(): SessionFacts {
    const { transcript, counter, model, limits } = this.#parameters;
    return {
      title: transcript.title,
      sessionId: null,
      kind: 'transcript',
      track: 'replayed',
      format: transcript.format,
      model,
      limits,
      settings: this.#settings,
      counted: counter.method,
      errorBand: this.#parameters.errorBand,
      toolTokens: this.#toolTokens,
      problems: transcript.problems,
      tooLarge: this.#shown.tooLarge,
      summaryWriting: null,
    };
  }

  /**
   * Runs the engine over the whole transcript. Rows show as the first run goes; a later run takes the place of a complete
   * one only when it is complete itself. Resolves when the newest run is done.
   *
   * @throws WorkerError `closed`
   */
  replay(): Promise<void> {
    const number = (this.#newest += 1);
    this.#running = this.#replay(number);
    return this.#running;
  }

  async configure(settings: EngineSettings): Promise<void> {
    this.#settings = settings;
    await this.replay();
  }

  async setToolSchemas(json: string): Promise<void> {
    this.#toolTokens = this.#parameters.counter.countText(json);
    await this.replay();
  }

  // Rows of a replay still running are worth seeing: nothing waits for it.
  settled(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.#closed = true;
  }

  async #replay(number: number): Promise<void> {
    const { messages, callBoundaries } = this.#parameters.transcript;
    const run = this.#newRun();
    if (!this.#shownIsComplete) this.#shown = run;
    const calls = replayCalls({ messages, callBoundaries, ledger: run.ledger, options: this.#options() });
    const slices = new Slices();
    let counted = 0;
    for (const boundary of [...callBoundaries, messages.length]) {
      // Counting is most of the work; done ahead, no step of the replay takes long.
      for (; counted < boundary; counted++) {
        const message = messages[counted];
        if (message !== undefined) {
          this.#parameters.counter.countMessage(message);
          sightingsOf(message);
        }
        if (!slices.isOver) continue;
        this.#tell(counted / messages.length);
        await slices.next();
        if (!this.#isWanted(number)) return this.#running;
      }
      const next = calls.next();
      if (next.done !== true) this.#take(run, next.value);
    }
    this.#shown = run;
    this.#shownIsComplete = true;
    this.#parameters.onProgress(null);
  }

  /** @throws WorkerError `closed` */
  #isWanted(number: number): boolean {
    if (this.#closed) throw new WorkerError('closed', 'The session was closed.');
    return number === this.#newest;
  }

  #tell(share: number): void {
    const now = performance.now();
    if (now - this.#lastTold < TOLD_EVERY_MILLISECONDS) return;
    this.#lastTold = now;
    this.#parameters.onProgress(share);
  }

  #take(run: Run, pass: ReplayCall): void {
    const { call, historyLength, decisions, inputTokensBefore, inputTokensAfter, tooLarge } = pass;
    const { readModel } = run;
    const isEnd = call >= this.#parameters.transcript.callBoundaries.length;
    readModel.takeMessages();
    for (const decision of decisions) {
      readModel.takeDecision(decision, {
        position: historyLength,
        call: isEnd ? null : call,
        limits: this.#parameters.limits,
        prices: this.#prices,
      });
    }
    readModel.calls.add({
      call,
      tokensBefore: inputTokensBefore,
      tokensAfter: inputTokensAfter,
      decisionCount: decisions.length,
      unchangedTokens: unchangedTokens(decisions),
    });
    run.tooLarge = tooLarge?.message ?? null;
  }

  #newRun(): Run {
    const ledger = new ContextLedger(this.#parameters.counter);
    ledger.setToolSchemaTokens(this.#toolTokens);
    ledger.setMemory(this.#parameters.memory);
    return { ledger, readModel: new ReadModel(ledger, this.#parameters.usage), tooLarge: null };
  }

  #options(): Parameters<typeof replayCalls>[0]['options'] {
    let decisions = 0;
    return {
      settings: this.#settings,
      limits: this.#parameters.limits,
      archive: new MemoryArchive(sha256),
      nextDecisionId: () => `replay-${String((decisions += 1))}`,
    };
  }
}
