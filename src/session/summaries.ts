import type { Summarizer } from '../engine/layer3/summarizer';
import type { CarryOver, ContextPlanner } from './contextPlanner';
import type { ModelConnection } from './modelConnection';
import { ModelSummarizer } from './modelSummarizer';
import { type Patience, SUMMARY_PATIENCE } from './patience';

/** A summary that is being written: requests of it that are done, and how many there are as far as is known. */
export interface SummaryProgress {
  readonly done: number;
  readonly total: number;
}

/** Has summaries written for one session, one at a time: aside while the work goes on, or waited for. */
export class Summaries {
  #progress: SummaryProgress | null = null;
  /** Models the provider does not have: the session's own writes instead of them. */
  readonly #unusable = new Set<string>();
  #running: Promise<unknown> | null = null;
  readonly #closing = new AbortController();

  constructor(
    private readonly planner: Pick<ContextPlanner, 'summarize' | 'carryOver' | 'endSummary'>,
    private readonly onChange: () => void,
    private readonly patience: Patience = SUMMARY_PATIENCE,
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
    return this.#stoppable(signal, async () => {
      if (this.#running !== null && (await this.#running.catch(() => false)) === true) return true;
      signal.throwIfAborted();
      return this.#write(reason, connection);
    });
  }

  /**
   * What another session needs to go on from this one; null where it was stopped.
   * @param signal gives it up
   */
  async carryOver(connection: ModelConnection, signal: AbortSignal): Promise<CarryOver | null> {
    return this.#stoppable(signal, async () => {
      await this.#running?.catch(() => undefined);
      signal.throwIfAborted();
      return this.#ask(connection, (summarizer, onProgress) =>
        this.planner.carryOver(summarizer, this.#closing.signal, onProgress),
      );
    });
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

  async #stoppable<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const stop = (): void => {
      void this.planner.endSummary({ how: 'stop' });
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await work();
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #write(reason: 'planned' | 'command', connection: ModelConnection): Promise<boolean> {
    return this.#ask(connection, (summarizer, onProgress) =>
      this.planner.summarize(reason, summarizer, this.#closing.signal, onProgress),
    );
  }

  async #ask<Result>(
    connection: ModelConnection,
    ask: (summarizer: Summarizer | null, onProgress: (progress: SummaryProgress) => void) => Promise<Result>,
  ): Promise<Result> {
    const summarizer = this.#summarizer(connection);
    const running = ask(summarizer, (progress) => {
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

  #summarizer({ provider, model, window, summaryModel }: ModelConnection): Summarizer | null {
    if (summaryModel === null) return null;
    const chosen = this.#unusable.has(summaryModel.model) ? { model, window } : summaryModel;
    const onUnusable = (): void => {
      this.#unusable.add(chosen.model);
    };
    return new ModelSummarizer(provider, chosen, { patience: this.patience, onUnusable });
  }

  #tell(progress: SummaryProgress | null): void {
    this.#progress = progress;
    this.onChange();
  }
}
