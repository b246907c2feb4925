import { createHash } from 'node:crypto';
import { planBeforeCall, planCommand } from '../../../../src/engine/cascade';
import type { JournalEntry } from '../../../../src/engine/journal';
import { JournalFold } from '../../../../src/engine/journalFold';
import { MemoryArchive } from '../../../../src/engine/memoryArchive';
import { MessageCounter } from '../../../../src/engine/messageCounter';
import { planOverflow } from '../../../../src/engine/retry';
import type { EngineSettings } from '../../../../src/engine/settings';
import { createEstimatingCounter } from '../../../../src/engine/tokens/counter';
import { ORDINARY_RATIOS } from '../../../../src/engine/tokens/tokenRatios';
import type { ContextPlan, ContextPlanner, PlanRequest } from '../../../../src/session/contextPlanner';

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
    const archive = new MemoryArchive((content) => createHash('sha256').update(content).digest('hex'));
    const { model, ledger } = this.#fold;
    const limits = { window: model?.window ?? 128_000, reserve: model?.reserve ?? 0 };
    const nextDecisionId = (): string => `decision-${(this.#nextId += 1)}`;
    const options = { settings: this.#settings, limits, archive, nextDecisionId };
    const { decisions, tooLarge } =
      request.kind === 'beforeCall'
        ? planBeforeCall(ledger, options)
        : request.kind === 'overflow'
          ? planOverflow(ledger, options, request)
          : planCommand(ledger, options);
    for (const decision of decisions) this.#fold.noteTaken(decision);
    return {
      decisions,
      originals: archive.takeNew(),
      inputTokens: ledger.totalTokens,
      tooLarge: tooLarge?.message ?? null,
    };
  }
}
