import type { CascadeOptions } from '../../engine/cascade';
import type { Decision } from '../../engine/decision';
import type { ContextLedger } from '../../engine/ledger';
import type { Summarizer } from '../../engine/layer3/summarizer';
import { planSummary, type SummaryPlan, type SummaryWish } from '../../engine/layer3/summaryPlan';
import { wishLeftOpen } from '../../engine/layer3/summaryWish';
import { takeSummary } from '../../engine/layer3/takeSummary';
import { writeSummary, type WrittenSummary } from '../../engine/layer3/writeSummary';

/** Milliseconds before a conversation whose summary failed asks for one again. */
const PAUSE_AFTER_FAILURE = 60_000;

interface Running {
  readonly plan: SummaryPlan;
  readonly stop: AbortController;
  done: Promise<void>;
  written: WrittenSummary | null;
}

export interface SummaryOptions extends CascadeOptions {
  readonly ledger: ContextLedger;
  readonly summarizer: Summarizer;
  /** Milliseconds a request waits; a slower summary goes into the next. */
  readonly patience: number;
  /** Aborted when the client is gone: then nobody waits. */
  readonly signal: AbortSignal;
}

/** Has one summary at a time written for a conversation. */
export class SummaryWriter {
  #running: Running | null = null;
  #pausedUntil = 0;
  /** The removal that was asked for last, so that one that failed is not asked for at every call. */
  #askedFor: string | null = null;

  constructor(
    private readonly now: () => number,
    private readonly onFailure: (words: string) => void,
  ) {}

  /** A summary that became ready since the last request, taken into the context; null without any. */
  takeReady(context: CascadeOptions & { readonly ledger: ContextLedger }): Decision | null {
    const running = this.#running;
    if (running === null || running.written === null) return null;
    this.#running = null;
    if (!this.#isWorthTaking(running.plan.wish, running.written)) return null;
    return takeSummary(context, running.plan, running.written);
  }

  /** Writes what is wished for, or what an earlier removal still waits for. Null where it is not ready in time, or failed. */
  async write(options: SummaryOptions, wished: SummaryWish | null): Promise<Decision | null> {
    if (this.#running === null) this.#start(options, wished);
    const running = this.#running;
    if (running === null) return null;
    const isDone = await withinTime(running.done, options.patience, options.signal);
    if (!isDone) {
      this.onFailure('A summary takes longer than a request may wait; it goes into a later one.');
      return null;
    }
    return this.takeReady(options);
  }

  stop(): void {
    this.#running?.stop.abort();
    this.#running = null;
  }

  #start(options: SummaryOptions, wished: SummaryWish | null): void {
    if (this.now() < this.#pausedUntil) return;
    const open = wishLeftOpen(options);
    const wish = wished ?? (open !== null && open.decisionId !== this.#askedFor ? open.wish : null);
    if (open !== null) this.#askedFor = open.decisionId;
    const plan = wish === null ? null : planSummary(options, wish);
    if (plan === null) return;
    const stop = new AbortController();
    const { chunkCharacters, maximumChunks } = options.settings.layer3;
    const writing = writeSummary(plan, options.summarizer, {
      counter: options.ledger.counter,
      chunkCharacters,
      maximumChunks,
      customPrompt: options.settings.compression.customPrompt,
      signal: stop.signal,
      skip: new AbortController().signal,
      onProgress: () => undefined,
    });
    const running: Running = { plan, stop, written: null, done: Promise.resolve() };
    running.done = writing.then(
      (written) => {
        running.written = written;
      },
      () => {
        if (this.#running === running) this.#running = null;
      },
    );
    this.#running = running;
  }

  /**
   * The outline that stands in where the model gave nothing is better than the bare notice of a context that is full; a
   * context that only passed the user's own threshold stays whole instead.
   */
  #isWorthTaking({ trigger }: SummaryWish, { level, faults }: WrittenSummary): boolean {
    const hasFailed = level === 'outline' || level === 'notice';
    const fault = faults.at(-1);
    if (hasFailed) {
      this.#pausedUntil = this.now() + PAUSE_AFTER_FAILURE;
      this.onFailure(`The summary failed: ${fault?.detail ?? fault?.fault ?? 'no model answered'}`);
    }
    return !hasFailed || trigger.reason !== 'proactive';
  }
}

/** Whether it was done before the time was over, or the signal was aborted. */
async function withinTime(done: Promise<void>, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  if (milliseconds <= 0 || signal.aborted) return false;
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const over = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
    onAbort = () => resolve(false);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([done.then(() => true), over]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}
