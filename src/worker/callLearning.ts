import { contextShares } from '../engine/contextShares';
import type { CallEntry } from '../engine/journal';
import type { ContextLedger } from '../engine/ledger';
import type { CalibrationSample } from '../engine/tokens/calibrationBook';

/** Holds what the input of a call was estimated at until the provider says what it was. */
export class CallLearning {
  #estimate: Omit<CalibrationSample, 'reportedTokens'> | null = null;

  /** The context as the next call will send it. */
  note(ledger: ContextLedger, toolSchemas: string): void {
    this.#estimate = { estimatedTokens: ledger.totalTokens, shares: contextShares(ledger, toolSchemas) };
  }

  /** The newest estimate beside what was reported; null where either is missing. */
  take({ usage }: CallEntry): CalibrationSample | null {
    const estimate = this.#estimate;
    this.#estimate = null;
    return estimate === null || usage === undefined ? null : { ...estimate, reportedTokens: usage.inputTokens };
  }
}
