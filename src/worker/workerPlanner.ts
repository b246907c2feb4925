import type { JournalEntry } from '../engine/journal';
import { type Summarizer, SummarizerFailure, type SummaryRequest } from '../engine/layer3/summarizer';
import type { EngineSettings } from '../engine/settings';
import type { CarryOver, Plan, PlanRequest, SessionWorkerEvents, SummarizerFacts } from './api';
import type { SessionWorker } from './client';

type SummaryProgress = SessionWorkerEvents['summaryProgress'];

/** What a session asks of its worker. The worker writes summaries with a model that only the host can call. */
export class WorkerPlanner {
  #summarizer: Summarizer | null = null;
  #ending = new AbortController();
  #signal: AbortSignal = this.#ending.signal;
  #onProgress: (progress: SummaryProgress) => void = () => undefined;

  constructor(private readonly worker: Pick<SessionWorker, 'api' | 'on'>) {
    worker.on('summaryWanted', ({ id, request }) => {
      void this.#answer(id, request);
    });
    worker.on('summaryProgress', (progress) => {
      this.#onProgress(progress);
    });
  }

  append(entries: readonly JournalEntry[]): Promise<void> {
    return this.worker.api.append(entries);
  }

  configure(params: { readonly settings: EngineSettings }): Promise<void> {
    return this.worker.api.configure(params);
  }

  setToolSchemas(params: { readonly json: string }): Promise<void> {
    return this.worker.api.setToolSchemas(params);
  }

  plan(request: PlanRequest): Promise<Plan> {
    return this.worker.api.plan(request);
  }

  /** @param signal ends the requests to the model */
  summarize(
    reason: 'planned' | 'command',
    summarizer: Summarizer | null,
    signal: AbortSignal,
    onProgress: (progress: SummaryProgress) => void,
  ): Promise<boolean> {
    return this.#writing(summarizer, signal, onProgress, (facts) =>
      this.worker.api.summarize({ reason, summarizer: facts }),
    );
  }

  /** @param signal ends the requests to the model */
  carryOver(
    summarizer: Summarizer | null,
    signal: AbortSignal,
    onProgress: (progress: SummaryProgress) => void,
  ): Promise<CarryOver | null> {
    return this.#writing(summarizer, signal, onProgress, (facts) => this.worker.api.carryOver({ summarizer: facts }));
  }

  async #writing<Result>(
    summarizer: Summarizer | null,
    signal: AbortSignal,
    onProgress: (progress: SummaryProgress) => void,
    write: (facts: SummarizerFacts | null) => Promise<Result>,
  ): Promise<Result> {
    this.#summarizer = summarizer;
    this.#onProgress = onProgress;
    const ending = new AbortController();
    this.#ending = ending;
    this.#signal = AbortSignal.any([signal, ending.signal]);
    const facts = summarizer === null ? null : { model: summarizer.model, windowTokens: summarizer.windowTokens };
    // The worker gives a summary up by itself where its messages were put back: nobody waits for its requests then.
    return write(facts).finally(() => {
      ending.abort();
    });
  }

  /** The requests under way end too. */
  async endSummary(params: { readonly how: 'skip' | 'stop' }): Promise<void> {
    await this.worker.api.endSummary(params);
    this.#ending.abort();
  }

  async #answer(id: string, request: SummaryRequest): Promise<void> {
    try {
      if (this.#summarizer === null) throw new SummarizerFailure('server', 'There is no summarizing model.');
      const reply = await this.#summarizer.summarize(request, this.#signal);
      await this.worker.api.answerSummary({ id, reply });
    } catch (error) {
      const [failure, detail] =
        error instanceof SummarizerFailure ? ([error.reason, error.detail] as const) : (['network', ''] as const);
      // A worker that has ended waits for no answer.
      await this.worker.api.answerSummary({ id, failure, detail }).catch(() => undefined);
    }
  }
}
