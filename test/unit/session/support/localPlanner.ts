import type { JournalEntry } from '../../../../src/engine/journal';
import { MessageCounter } from '../../../../src/engine/messageCounter';
import { createEstimatingCounter } from '../../../../src/engine/tokens/counter';
import { ORDINARY_RATIOS } from '../../../../src/engine/tokens/tokenRatios';
import type { ContextPlan, PlanRequest } from '../../../../src/session/contextPlanner';
import { WorkerPlanner } from '../../../../src/worker/workerPlanner';
import { defaultEngineSettings } from '../../../support/engineFixture';
import { inProcessWorker } from '../../../support/inProcessWorker';

export function testCounter(): MessageCounter {
  return new MessageCounter(createEstimatingCounter(ORDINARY_RATIOS));
}

/** The planner of the product over a worker in the test's own process; it keeps what the session said and asked. */
export class LocalPlanner extends WorkerPlanner {
  readonly appended: JournalEntry[] = [];
  readonly requests: PlanRequest[] = [];

  static async open(): Promise<LocalPlanner> {
    const counter = testCounter();
    const worker = inProcessWorker(() => Promise.resolve(counter));
    await worker.api.openLive({ settings: defaultEngineSettings });
    return new LocalPlanner(worker);
  }

  override append(entries: readonly JournalEntry[]): Promise<void> {
    this.appended.push(...entries);
    return super.append(entries);
  }

  override plan(request: PlanRequest): Promise<ContextPlan> {
    this.requests.push(request);
    return super.plan(request);
  }
}
