import { randomUUID } from 'node:crypto';
import type { CascadeOptions } from '../engine/cascade';
import type { ContextLedger } from '../engine/ledger';
import { isStale, planSummary, type SummaryPlan, type SummaryWish } from '../engine/layer3/summaryPlan';
import {
  type Summarizer,
  SummarizerFailure,
  type SummaryReply,
  type SummaryRequest,
} from '../engine/layer3/summarizer';
import { takeSummary } from '../engine/layer3/takeSummary';
import { writeOutline, writeSummary, type WrittenSummary } from '../engine/layer3/writeSummary';
import type { Decision } from '../engine/decision';
import type { SummarizerFacts, SummaryAnswer, SessionWorkerEvents } from './api';

export interface SummaryWritingTools {
  emit<Name extends 'summaryWanted' | 'summaryProgress'>(name: Name, value: SessionWorkerEvents[Name]): void;
  /** Told when `progress` is another. */
  onChange(): void;
}

type SummaryProgress = SessionWorkerEvents['summaryProgress'];

interface Running {
  readonly plan: SummaryPlan;
  readonly stop: AbortController;
  readonly skip: AbortController;
}

interface Waiting {
  resolve(reply: SummaryReply): void;
  reject(error: SummarizerFailure): void;
}

/**
 * Writes one summary at a time aside, while messages go on being appended, and keeps it until a plan swaps it in. The model
 * is called by the host: requests go out as events, answers come back by id.
 */
export class SummaryWriting {
  readonly #waiting = new Map<string, Waiting>();
  #ready: { readonly plan: SummaryPlan; readonly written: WrittenSummary } | null = null;
  #running: Running | null = null;
  #progress: SummaryProgress | null = null;

  constructor(private readonly tools: SummaryWritingTools) {}

  /** Whether one is being written, or waits to be swapped in. */
  get isUnderWay(): boolean {
    return this.#running !== null || this.#ready !== null;
  }

  /** Whether one waits to be swapped in. */
  get isReady(): boolean {
    return this.#ready !== null;
  }

  /** Requests of the one that is being written; null while none is. */
  get progress(): SummaryProgress | null {
    return this.#progress;
  }

  /**
   * Resolves true when a summary is ready to be swapped in, false when there is nothing to summarize, when another one is
   * being written, or when it was stopped.
   *
   * @param summarizer null where no model can be asked
   */
  async write(
    ledger: ContextLedger,
    options: CascadeOptions,
    wish: SummaryWish,
    summarizer: SummarizerFacts | null,
  ): Promise<boolean> {
    if (this.#running !== null) return false;
    const plan = planSummary({ ...options, ledger }, wish);
    const written = plan === null ? null : await this.writeAs(plan, ledger, options, summarizer);
    if (plan === null || written === null) return false;
    this.#ready = { plan, written };
    return true;
  }

  /**
   * The summary of a plan, for whoever asked; it is not kept. Null when another one is being written, or it was stopped.
   *
   * @param summarizer null where no model can be asked
   */
  async writeAs(
    plan: SummaryPlan,
    { counter }: ContextLedger,
    options: CascadeOptions,
    summarizer: SummarizerFacts | null,
  ): Promise<WrittenSummary | null> {
    if (this.#running !== null) return null;
    if (summarizer === null) return writeOutline(plan, counter);
    const running = { plan, stop: new AbortController(), skip: new AbortController() };
    this.#running = running;
    this.#tell({ done: 0, total: 1 });
    try {
      const { chunkCharacters, maximumChunks } = options.settings.layer3;
      return await writeSummary(plan, this.#summarizer(summarizer), {
        counter,
        chunkCharacters,
        maximumChunks,
        customPrompt: options.settings.compression.customPrompt,
        signal: running.stop.signal,
        skip: running.skip.signal,
        onProgress: (done, total) => {
          this.#tell({ done, total });
          this.tools.emit('summaryProgress', { done, total });
        },
      });
    } catch (error) {
      if (running.stop.signal.aborted) return null;
      throw error;
    } finally {
      this.#running = null;
      this.#tell(null);
    }
  }

  /**
   * Gives up a summary that could not be swapped in any more, as what it stands for was put back or pinned: the model need
   * not go on with it.
   *
   * @returns whether there was one
   */
  stopIfStale(ledger: ContextLedger): boolean {
    const plan = this.#running?.plan ?? this.#ready?.plan;
    if (plan === undefined || !isStale(plan, ledger)) return false;
    this.stop();
    return true;
  }

  /** The finished summary as a decision, where the history is still what it was drawn from. */
  swapIn(ledger: ContextLedger, options: CascadeOptions): Decision | null {
    const ready = this.#ready;
    this.#ready = null;
    return ready === null ? null : takeSummary({ ...options, ledger }, ready.plan, ready.written);
  }

  answer({ id, ...answer }: SummaryAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if ('reply' in answer) waiting?.resolve(answer.reply);
    else
      waiting?.reject(new SummarizerFailure(answer.failure, 'The model gave no summary.', { detail: answer.detail }));
  }

  /** Goes on without the model. */
  skip(): void {
    this.#running?.skip.abort();
    this.#giveUpWaiting();
  }

  /** Gives the summary up; a finished one is forgotten too. */
  stop(): void {
    this.#ready = null;
    this.#running?.stop.abort();
    this.#giveUpWaiting();
  }

  #tell(progress: SummaryProgress | null): void {
    this.#progress = progress;
    this.tools.onChange();
  }

  #giveUpWaiting(): void {
    for (const [id, waiting] of this.#waiting) {
      this.#waiting.delete(id);
      waiting.reject(new SummarizerFailure('network', 'The request was given up.'));
    }
  }

  #summarizer({ model, windowTokens }: SummarizerFacts): Summarizer {
    return {
      model,
      windowTokens,
      summarize: (request: SummaryRequest) =>
        new Promise<SummaryReply>((resolve, reject) => {
          const id = randomUUID();
          this.#waiting.set(id, { resolve, reject });
          this.tools.emit('summaryWanted', { id, request });
        }),
    };
  }
}
