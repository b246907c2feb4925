import type { ContextLedger } from '../engine/ledger';
import type { EngineSettings } from '../engine/settings';
import type { Transcript } from '../transcripts/transcript';
import type { DeskSession } from './deskSession';
import type { SessionFacts } from './readModel/overview';
import type { ReadModel } from './readModel/readModel';
import type { RecordedTrack } from './recordedTrack';
import type { ReplaySession } from './replaySession';
import type { ReplayableHistory } from './whatIf/replayableHistory';
import { ignoringEnd } from './workerError';

export type Track = 'recorded' | 'replayed';

interface ImportedParameters {
  readonly transcript: Transcript;
  readonly replayed: ReplaySession;
  readonly createRecorded: (transcript: Transcript) => RecordedTrack;
  /** Told when there is more to see. */
  readonly onChange: () => void;
}

/** A session of another agent on two tracks: what that agent did, as its file says, and what Strata would do. */
export class ImportedSession implements DeskSession {
  readonly #parameters: ImportedParameters;
  #transcript: Transcript;
  #recorded: RecordedTrack;
  #track: Track = 'replayed';
  /** Messages whose fate is not the same on both tracks; null before both are known. */
  #differing: number | null = null;
  /** What is counted beside the messages on both tracks, JSON; empty for nothing. */
  #toolSchemas = '';
  /** Set while the recording is folded. */
  #folding: Promise<void> | null = null;
  #isRecordingStale = false;
  /** The one that is folded, or was last. */
  #underWay: RecordedTrack | null = null;
  #closed = false;

  constructor(parameters: ImportedParameters) {
    this.#parameters = parameters;
    this.#transcript = parameters.transcript;
    this.#recorded = parameters.createRecorded(parameters.transcript);
  }

  get readModel(): ReadModel {
    return this.#shown.readModel;
  }

  get ledger(): ContextLedger {
    return this.#shown.ledger;
  }

  facts(): SessionFacts {
    const facts = this.#shown.facts();
    return this.#hasRecording ? { ...facts, differing: this.#differing } : facts;
  }

  replayable(): ReplayableHistory {
    return this.#parameters.replayed.replayable();
  }

  /** Reads both tracks; the replay shows as it goes. */
  async open(): Promise<void> {
    await this.#parameters.replayed.replay();
    await this.#foldRecording();
  }

  /** The session as its file has it now: what is new shows at once, and both tracks catch up behind it. */
  update(transcript: Transcript): void {
    this.#transcript = transcript;
    void ignoringEnd(this.#catchUp(transcript));
  }

  setTrack(track: Track): void {
    this.#track = this.#hasRecording ? track : 'replayed';
    this.#parameters.onChange();
  }

  async configure(settings: EngineSettings): Promise<void> {
    await this.#parameters.replayed.configure(settings);
    this.#compare();
  }

  async setToolSchemas(json: string): Promise<void> {
    this.#toolSchemas = json;
    await Promise.all([this.#parameters.replayed.setToolSchemas(json), this.#foldRecording()]);
    this.#compare();
  }

  settled(): Promise<void> {
    return this.#shown.settled();
  }

  close(): void {
    this.#closed = true;
    this.#recorded.close();
    this.#underWay?.close();
    this.#parameters.replayed.close();
  }

  async #catchUp(transcript: Transcript): Promise<void> {
    // Neither waits for the other: of a session that is written all the time, a replay may never come to rest.
    await Promise.all([this.#parameters.replayed.update(transcript), this.#foldRecording()]);
    this.#compare();
  }

  get #shown(): DeskSession {
    return this.#track === 'recorded' ? this.#recorded : this.#parameters.replayed;
  }

  get #hasRecording(): boolean {
    return this.#transcript.recorded !== undefined;
  }

  /** One after another; of what comes while one is folded the newest speaks for all. */
  #foldRecording(): Promise<void> {
    this.#isRecordingStale = true;
    this.#folding ??= this.#foldWhileStale().finally(() => {
      this.#folding = null;
    });
    return this.#folding;
  }

  /** What shows stays until the new one is complete. */
  async #foldWhileStale(): Promise<void> {
    while (this.#isRecordingStale && !this.#closed) {
      this.#isRecordingStale = false;
      if (!this.#hasRecording) {
        // Another file took the place of the one that told of it.
        this.#track = 'replayed';
        this.#differing = null;
        continue;
      }
      const recorded = this.#parameters.createRecorded(this.#transcript);
      await recorded.setToolSchemas(this.#toolSchemas);
      this.#underWay = recorded;
      await recorded.fold();
      this.#recorded.close();
      this.#recorded = recorded;
      this.#compare();
    }
  }

  #compare(): void {
    if (!this.#hasRecording) return;
    const [recorded, replayed] = [this.#recorded, this.#parameters.replayed];
    recorded.readModel.compareWith(replayed.ledger);
    replayed.readModel.compareWith(recorded.ledger);
    const length = Math.min(recorded.ledger.length, replayed.ledger.length);
    let differing = 0;
    for (let index = 0; index < length; index++) {
      if (recorded.ledger.state(index).fate !== replayed.ledger.state(index).fate) differing += 1;
    }
    this.#differing = differing;
    this.#parameters.onChange();
  }
}
