import { ContextLedger } from '../engine/ledger';
import type { MessageCounter } from '../engine/messageCounter';
import { type ReplayCall, replayCalls } from '../engine/replay';
import type { ContextLimits, EngineSettings } from '../engine/settings';
import type { ModelPrices } from '../models/modelPrices';
import { profileFor } from '../models/profile';
import type { ModelOverrides } from '../models/profileOverrides';
import type { Transcript } from '../transcripts/transcript';
import { t } from '../l10n/text';
import type { DeskSession } from './deskSession';
import { readMessage } from './readMessage';
import { PointerArchive } from './pointerArchive';
import type { SessionFacts } from './readModel/overview';
import { ReadModel } from './readModel/readModel';
import { tooLargeText } from './readModel/tooLargeText';
import type { UsageLog } from './readModel/usage';
import { billOf, callOfPass, summaryOfReplay } from './replayedCalls';
import { Slices } from './slices';
import type { ReplayableHistory } from './whatIf/replayableHistory';
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
  #transcript: Transcript;
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
  /** Set while what was added is replayed. */
  #catchingUp: Promise<void> | null = null;
  #isStale = false;

  constructor(parameters: ReplayParameters) {
    this.#parameters = parameters;
    this.#transcript = parameters.transcript;
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
    const { counter, model, limits } = this.#parameters;
    const transcript = this.#transcript;
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

  replayable(): ReplayableHistory {
    const { messages, callBoundaries } = this.#transcript;
    return { messages, callBoundaries, memory: this.#parameters.memory, prices: this.#prices };
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

  /**
   * The session as its file has it now. What is new shows at once; what the engine would do with it, once it is replayed.
   *
   * @throws WorkerError `closed`
   */
  update(transcript: Transcript): Promise<void> {
    this.#transcript = transcript;
    this.#isStale = true;
    this.#showNew();
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = null;
    });
    return this.#catchingUp;
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

  /** One replay after another: none is given up because more was written meanwhile. */
  async #catchUp(): Promise<void> {
    await this.#running.catch(() => undefined);
    while (this.#isStale && !this.#closed) {
      this.#isStale = false;
      await this.replay();
    }
  }

  /** Messages behind those that show, where those are still the same. */
  #showNew(): void {
    const { ledger, readModel } = this.#shown;
    const { messages } = this.#transcript;
    if (!this.#shownIsComplete || ledger.length === 0 || ledger.length >= messages.length) return;
    // Messages that did not change are the same objects, so that the newest one shown speaks for all before it.
    if (ledger.message(ledger.length - 1) !== messages[ledger.length - 1]) return;
    for (const message of messages.slice(ledger.length)) ledger.append(message);
    readModel.takeMessages();
    this.#parameters.onProgress(null);
  }

  async #replay(number: number): Promise<void> {
    const { messages, callBoundaries } = this.#transcript;
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
          readMessage(message);
        }
        if (!slices.isOver) continue;
        this.#tell(counted / messages.length);
        await slices.next();
        if (!this.#isWanted(number)) return this.#running;
      }
      const next = calls.next();
      if (next.done !== true) this.#take(run, next.value, callBoundaries.length);
    }
    this.#shown = run;
    this.#shownIsComplete = true;
    this.#showNew();
    this.#parameters.onProgress(null);
  }

  /** @throws WorkerError `closed` */
  #isWanted(number: number): boolean {
    if (this.#closed) throw new WorkerError('closed', t('The session was closed.'));
    return number === this.#newest;
  }

  #tell(share: number): void {
    const now = performance.now();
    if (now - this.#lastTold < TOLD_EVERY_MILLISECONDS) return;
    this.#lastTold = now;
    this.#parameters.onProgress(share);
  }

  /** @param callCount calls of the recording; the pass behind them is the end */
  #take(run: Run, pass: ReplayCall, callCount: number): void {
    const { call, historyLength, decisions, tooLarge } = pass;
    const { readModel } = run;
    const isEnd = call >= callCount;
    readModel.takeMessages();
    for (const decision of decisions) {
      readModel.takeDecision(decision, {
        position: historyLength,
        call: isEnd ? null : call,
        ...this.#conditions,
      });
      const summary = summaryOfReplay(decision, run.ledger, this.#settings.layer3, this.#prices);
      if (summary !== null) readModel.account.takeSummary(summary);
    }
    run.tooLarge = tooLarge === null ? null : tooLargeText(tooLarge);
    if (!isEnd) {
      readModel.account.takeCall(callOfPass(pass), billOf(pass, this.#transcript, run.ledger, this.#conditions));
    }
  }

  get #conditions(): { readonly limits: ContextLimits; readonly prices: ModelPrices | null } {
    return { limits: this.#parameters.limits, prices: this.#prices };
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
      archive: new PointerArchive(),
      nextDecisionId: () => `replay-${String((decisions += 1))}`,
    };
  }
}
