import { isDeepStrictEqual } from 'node:util';
import type { ContextLedger } from '../engine/ledger';
import type { JournalEntry } from '../engine/journal';
import type { EngineSettings } from '../engine/settings';
import type { Transcript } from '../transcripts/transcript';
import type { DeskSession } from './deskSession';
import type { SessionFacts } from './readModel/overview';
import type { ReadModel } from './readModel/readModel';
import type { ReplaySession } from './replaySession';
import type { ReplayableHistory } from './whatIf/replayableHistory';
import { ignoringEnd } from './workerError';

/**
 * A session file of Strata: shown with the decisions as they were taken, until a threshold is moved; then as the engine
 * would take them now. With the thresholds put back it is the recording again.
 */
export class RecordedSession implements DeskSession {
  #shown: DeskSession;
  #replayed: ReplaySession | null = null;
  /** Entries taken in. */
  #known: readonly JournalEntry[];

  constructor(
    private readonly recorded: DeskSession & { append(entries: readonly JournalEntry[]): Promise<void> },
    journal: readonly JournalEntry[],
    private readonly openedWith: EngineSettings,
    private readonly createReplay: (settings: EngineSettings, facts: SessionFacts) => Promise<ReplaySession>,
  ) {
    this.#shown = recorded;
    this.#known = journal;
  }

  get readModel(): ReadModel {
    return this.#shown.readModel;
  }

  get ledger(): ContextLedger {
    return this.#shown.ledger;
  }

  facts(): SessionFacts {
    return this.#shown.facts();
  }

  replayable(): ReplayableHistory {
    return this.recorded.replayable();
  }

  /** The journal as its file has it now. @returns false where it is another one than before, and has to be opened anew */
  async update(transcript: Transcript): Promise<boolean> {
    const journal = transcript.journal ?? [];
    const known = this.#known;
    if (journal.length < known.length || known.some((entry, index) => entry !== journal[index])) return false;
    this.#known = journal;
    await this.recorded.append(journal.slice(known.length));
    if (this.#replayed !== null) void ignoringEnd(this.#replayed.update(transcript));
    return true;
  }

  async configure(settings: EngineSettings): Promise<void> {
    if (isDeepStrictEqual(settings, this.openedWith)) {
      this.#shown = this.recorded;
      await this.recorded.configure(settings);
      return;
    }
    this.#replayed ??= await this.createReplay(settings, this.recorded.facts());
    await this.#replayed.configure(settings);
    this.#shown = this.#replayed;
    // Tells that something else shows now; the recording's own settings only place the marks.
    await this.recorded.configure(settings);
  }

  async setToolSchemas(json: string): Promise<void> {
    await this.recorded.setToolSchemas(json);
    await this.#replayed?.setToolSchemas(json);
  }

  settled(): Promise<void> {
    return this.#shown.settled();
  }

  close(): void {
    this.recorded.close();
    this.#replayed?.close();
  }
}
