import { createHash } from 'node:crypto';
import { planBeforeCall, planCommand } from '../../../../src/engine/cascade';
import type { CascadeOptions, CascadeResult } from '../../../../src/engine/cascade';
import type { JournalEntry } from '../../../../src/engine/journal';
import { JournalFold } from '../../../../src/engine/journalFold';
import type { Summarizer, SummaryRequest } from '../../../../src/engine/layer3/summarizer';
import { SummarizerFailure } from '../../../../src/engine/layer3/summarizer';
import type { SummaryWish } from '../../../../src/engine/layer3/summaryPlan';
import { wishOnCommand } from '../../../../src/engine/layer3/summaryWish';
import { MemoryArchive } from '../../../../src/engine/memoryArchive';
import { MessageCounter } from '../../../../src/engine/messageCounter';
import { planOverflow } from '../../../../src/engine/retry';
import type { EngineSettings } from '../../../../src/engine/settings';
import { createEstimatingCounter } from '../../../../src/engine/tokens/counter';
import { ORDINARY_RATIOS } from '../../../../src/engine/tokens/tokenRatios';
import type { ContextPlan, ContextPlanner, PlanRequest } from '../../../../src/session/contextPlanner';
import type { SummaryProgress } from '../../../../src/session/summaries';
import { SummaryWriting } from '../../../../src/worker/summaryWriting';

const testSettings: EngineSettings = {
  layer1: {
    singleToolResultShare: 0.5,
    offloadThresholdTokens: 20_000,
    inputHeadroomRatio: 0.75,
    compactTargetRatio: 0.6,
    evictInputsRatio: 0.85,
    compactableTools: ['Read File', 'Bash', 'Grep', 'Glob', 'Search Files', 'Web Fetch', 'Edit'],
  },
  layer2: { preemptiveRatio: 0.9, pruneTargetRatio: 0.75, keepLast: 6 },
  layer3: { summarizePruned: false, chunkCharacters: 50_000, maximumChunks: 4, factsShare: 0.06 },
  compression: {
    enabled: false,
    stages: [{ thresholdTokens: 50_000, targetTokens: 20_000 }],
    preserveRecentMessages: 5,
    tokensPerChar: null,
    customPrompt: '',
    summarizerModel: '',
  },
};

export function testCounter(): MessageCounter {
  return new MessageCounter(createEstimatingCounter(ORDINARY_RATIOS));
}

/** The engine in the test's own process, in the worker's place. */
export class LocalPlanner implements ContextPlanner {
  readonly appended: JournalEntry[] = [];
  readonly requests: PlanRequest[] = [];
  readonly #counter = testCounter();
  readonly #fold = new JournalFold(this.#counter);
  #settings = testSettings;
  #nextId = 1;
  #wish: SummaryWish | null = null;
  #summarizer: Summarizer | null = null;
  #signal: AbortSignal = new AbortController().signal;
  #onProgress: (progress: SummaryProgress) => void = () => undefined;
  readonly #summaries = new SummaryWriting({
    emit: (_name, value) => {
      if ('request' in value) void this.#ask(value.id, value.request);
      else this.#onProgress(value);
    },
  });

  async append(entries: readonly JournalEntry[]): Promise<void> {
    for (const entry of entries) {
      this.appended.push(entry);
      if (entry.type === 'decision' && this.#fold.knows(entry.decision.id)) continue;
      this.#fold.fold(entry);
    }
  }

  async configure({ settings }: { readonly settings: EngineSettings }): Promise<void> {
    this.#settings = settings;
  }

  async setToolSchemas({ json }: { readonly json: string }): Promise<void> {
    this.#fold.setToolSchemaTokens(this.#counter.countText(json));
  }

  async plan(request: PlanRequest): Promise<ContextPlan> {
    this.requests.push(request);
    const archive = newArchive();
    const { ledger } = this.#fold;
    const options = this.#options(archive);
    const swapped = this.#summaries.swapIn(ledger, options);
    const { decisions, tooLarge, summary } = this.#cascade(request, options);
    this.#wish = summary;
    const taken = swapped === null ? decisions : [swapped, ...decisions];
    for (const decision of taken) this.#fold.noteTaken(decision);
    return {
      decisions: taken,
      originals: archive.takeNew(),
      inputTokens: ledger.totalTokens,
      tooLarge: tooLarge?.message ?? null,
      summary: summary === null ? null : summary.trigger.reason === 'overflow' ? 'first' : 'aside',
    };
  }

  async summarize(
    reason: 'planned' | 'command',
    summarizer: Summarizer | null,
    signal: AbortSignal,
    onProgress: (progress: SummaryProgress) => void,
  ): Promise<boolean> {
    this.#summarizer = summarizer;
    this.#signal = signal;
    this.#onProgress = onProgress;
    const { ledger } = this.#fold;
    const options = this.#options(newArchive());
    const wish = reason === 'command' ? wishOnCommand({ ...options, ledger }) : this.#wish;
    return wish !== null && this.#summaries.write(ledger, options, wish, summarizer);
  }

  async endSummary({ how }: { readonly how: 'skip' | 'stop' }): Promise<void> {
    if (how === 'skip') this.#summaries.skip();
    else this.#summaries.stop();
  }

  #cascade(request: PlanRequest, options: CascadeOptions): CascadeResult {
    const { ledger } = this.#fold;
    switch (request.kind) {
      case 'beforeCall':
        return planBeforeCall(ledger, options);
      case 'overflow':
        return planOverflow(ledger, options, request, request.canSummarize);
      case 'command':
        return planCommand(ledger, options);
      case 'swap':
        return { decisions: [], tooLarge: null, summary: null };
    }
  }

  #options(archive: MemoryArchive): CascadeOptions {
    const { model } = this.#fold;
    const limits = { window: model?.window ?? 128_000, reserve: model?.reserve ?? 0 };
    const nextDecisionId = (): string => `decision-${(this.#nextId += 1)}`;
    return { settings: this.#settings, limits, archive, nextDecisionId };
  }

  async #ask(id: string, request: SummaryRequest): Promise<void> {
    try {
      if (this.#summarizer === null) throw new Error('no summarizer');
      this.#summaries.answer({ id, reply: await this.#summarizer.summarize(request, this.#signal) });
    } catch (error) {
      this.#summaries.answer({ id, failure: error instanceof SummarizerFailure ? error.reason : 'network' });
    }
  }
}

function newArchive(): MemoryArchive {
  return new MemoryArchive((content) => createHash('sha256').update(content).digest('hex'));
}
