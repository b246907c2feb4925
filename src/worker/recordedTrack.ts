import { JournalFold } from '../engine/journalFold';
import type { ContextLedger } from '../engine/ledger';
import type { EngineSettings } from '../engine/settings';
import type { ModelPrices } from '../models/modelPrices';
import { recordedTrack } from '../transcripts/recordedTrack';
import { t } from '../l10n/text';
import type { DeskSession } from './deskSession';
import { PrefixSinceCall } from './prefixSinceCall';
import type { SessionFacts } from './readModel/overview';
import { ReadModel } from './readModel/readModel';
import type { ReplayParameters } from './replaySession';
import { billOf } from './replayedCalls';
import { Slices } from './slices';
import type { ReplayableHistory } from './whatIf/replayableHistory';
import { WorkerError } from './workerError';

type Parameters = Pick<ReplayParameters, 'transcript' | 'counter' | 'limits' | 'usage'> & {
  /** What is the same on both tracks. */
  readonly facts: () => SessionFacts;
  readonly prices: ModelPrices | null;
};

/** A session of another agent as it went, by what its file says. The thresholds of the user change nothing here. */
export class RecordedTrack implements DeskSession {
  readonly #parameters: Parameters;
  readonly #fold: JournalFold;
  readonly #readModel: ReadModel;
  readonly #prefix = new PrefixSinceCall();
  #closed = false;

  constructor(parameters: Parameters) {
    this.#parameters = parameters;
    this.#fold = new JournalFold(parameters.counter);
    this.#readModel = new ReadModel(this.#fold.ledger, parameters.usage);
  }

  get readModel(): ReadModel {
    return this.#readModel;
  }

  get ledger(): ContextLedger {
    return this.#fold.ledger;
  }

  facts(): SessionFacts {
    return { ...this.#parameters.facts(), track: 'recorded', tooLarge: null };
  }

  replayable(): ReplayableHistory {
    const { transcript, prices } = this.#parameters;
    const { messages, callBoundaries } = transcript;
    return { messages, callBoundaries, memory: '', prices };
  }

  /**
   * Reads the recording through.
   *
   * @throws WorkerError `closed`
   */
  async fold(): Promise<void> {
    const slices = new Slices();
    for (const event of recordedTrack(this.#parameters.transcript, this.#fold)) {
      switch (event.kind) {
        case 'messages':
          break;
        case 'decision':
          this.#readModel.takeDecision(event.decision, this.#circumstances());
          this.#prefix.takeDecision(event.decision);
          break;
        case 'putBack':
          this.#prefix.takePutBack(this.ledger, null, event.indexes);
          this.#readModel.replaceLedger(this.ledger, { putBack: event.indexes });
          break;
        case 'call':
          this.#noteCall();
          break;
      }
      if (!slices.isOver) continue;
      await slices.next();
      if (this.#closed) throw new WorkerError('closed', t('The session was closed.'));
    }
    this.#readModel.takeMessages();
  }

  configure(_settings: EngineSettings): Promise<void> {
    return Promise.resolve();
  }

  setToolSchemas(json: string): Promise<void> {
    this.#fold.setToolSchemaTokens(json === '' ? 0 : this.#parameters.counter.countText(json));
    return Promise.resolve();
  }

  settled(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.#closed = true;
  }

  #circumstances(): Pick<Parameters, 'limits' | 'prices'> & { readonly position: number; readonly call: number } {
    const { limits, prices } = this.#parameters;
    return { position: this.ledger.length, call: this.#readModel.calls.count, limits, prices };
  }

  #noteCall(): void {
    const { calls, account } = this.#readModel;
    const pass = { call: calls.count, historyLength: this.ledger.length };
    const call = this.#prefix.takeCall({ ...pass, tokensAfter: this.ledger.totalTokens });
    account.takeCall(call, billOf(pass, this.#parameters.transcript, this.ledger, this.#parameters));
  }
}
