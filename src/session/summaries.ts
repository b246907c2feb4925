import type { ContextPlanner } from './contextPlanner';
import type { ModelConnection } from './modelConnection';
import { ModelSummarizer } from './modelSummarizer';

/** A summary that is being written: requests of it that are done, and how many there are as far as is known. */
export interface SummaryProgress {
  readonly done: number;
  readonly total: number;
}

/** Has summaries written for one session, one at a time: aside while the work goes on, or waited for. */
export class Summaries {
  #progress: SummaryProgress | null = null;
  #running: Promise<boolean> | null = null;
  readonly #closing = new AbortController();

  constructor(
    private readonly planner: Pick<ContextPlanner, 'summarize' | 'endSummary'>,
    private readonly onChange: () => void,
  ) {}

  get progress(): SummaryProgress | null {
    return this.#progress;
  }

  /** What the newest plan asked for. Ready, it is swapped in by a later plan; where it cannot be had, nothing happens. */
  writeAside(connection: ModelConnection): void {
    if (this.#running === null) void this.#write('planned', connection).catch(() => undefined);
  }

  /**
   * Resolves true when a summary is ready for the next plan. Waits for one that is being written aside.
   * @param signal gives it up
   */
  async write(reason: 'planned' | 'command', connection: ModelConnection, signal: AbortSignal): Promise<boolean> {
    const stop = (): void => {
      void this.planner.endSummary({ how: 'stop' });
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (this.#running !== null && (await this.#running.catch(() => false))) return true;
      signal.throwIfAborted();
      return await this.#write(reason, connection);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Goes on without the model: the rest becomes an outline. */
  async skip(): Promise<void> {
    if (this.#running !== null) await this.planner.endSummary({ how: 'skip' });
  }

  /** Gives up what is being written. */
  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#running === null) return;
    await this.planner.endSummary({ how: 'stop' }).catch(() => undefined);
    await this.#running.catch(() => false);
  }

  async #write(reason: 'planned' | 'command', { provider, summaryModel }: ModelConnection): Promise<boolean> {
    const summarizer = summaryModel === null ? null : new ModelSummarizer(provider, summaryModel);
    const running = this.planner.summarize(reason, summarizer, this.#closing.signal, (progress) => {
      this.#tell(progress);
    });
    this.#running = running;
    if (summarizer !== null) this.#tell({ done: 0, total: 1 });
    try {
      return await running;
    } finally {
      this.#running = null;
      this.#tell(null);
    }
  }

  #tell(progress: SummaryProgress | null): void {
    this.#progress = progress;
    this.onChange();
  }
}
