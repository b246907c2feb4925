import type { Decision } from '../../engine/decision';
import type { CompressionStatistics } from '../../engine/statistics';
import { type AccountedSummary, StatisticsFold } from '../../engine/statisticsFold';
import { type ModelPrices, priceOfCall } from '../../models/modelPrices';
import { type Call, CallSeries } from './callSeries';

/** What a call came to beside what was sent. */
export interface Bill {
  /** Tokens of the input if nothing had been compressed. */
  readonly uncompressedTokens: number;
  /** Tokens of the reply. */
  readonly outputTokens: number;
  /** Tokens there were for the input. */
  readonly inputLimit: number;
  /** Null where they are not known. */
  readonly prices: ModelPrices | null;
}

/** The calls of a run: as points for the chart, and in sums. */
export class RunAccount {
  readonly calls = new CallSeries();
  readonly #fold = new StatisticsFold();
  #callsThatDoNotFit = 0;

  /** Calls whose input was more than there was room for. */
  get callsThatDoNotFit(): number {
    return this.#callsThatDoNotFit;
  }

  get statistics(): CompressionStatistics {
    return this.#fold.statistics;
  }

  takeDecision(decision: Decision): void {
    this.#fold.takeDecision(decision);
  }

  takeSummary(summary: AccountedSummary): void {
    this.#fold.takeSummary(summary);
  }

  takeCall(call: Call, bill: Bill): void {
    this.calls.add(call);
    const { uncompressedTokens, outputTokens, inputLimit, prices } = bill;
    if (call.tokensAfter > inputLimit) this.#callsThatDoNotFit += 1;
    this.#fold.takeCall({
      inputTokens: call.tokensAfter,
      uncompressedTokens,
      unchangedTokens: call.unchangedTokens,
      outputTokens,
      priceOf: prices === null ? null : (tokens) => priceOfCall(prices, tokens),
    });
  }

  /** Decisions that were undone, or never journaled. */
  forget(ids: ReadonlySet<string>): void {
    this.#fold.forget(ids);
  }
}
