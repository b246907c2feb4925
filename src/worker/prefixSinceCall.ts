import type { Decision } from '../engine/decision';
import type { ContextLedger } from '../engine/ledger';
import { unchangedTokens } from './readModel/cacheCost';
import type { Call } from './readModel/callSeries';

/** What changed the input since the newest call, and how much of its start stands there as in that call. */
export class PrefixSinceCall {
  #decisions: Decision[] = [];
  /** Tokens at the start that nothing but decisions has changed. */
  #unchanged = Number.POSITIVE_INFINITY;

  takeDecision(decision: Decision): void {
    this.#decisions.push(decision);
  }

  /** Decisions that were never journaled. */
  forget(ids: ReadonlySet<string>): void {
    this.#decisions = this.#decisions.filter(({ id }) => !ids.has(id));
  }

  /** Another model took over, or what stands at the very beginning changed. */
  breakAll(): void {
    this.#unchanged = 0;
  }

  /**
   * Before something is put back: from its place on, and from that of the notice where messages come back, the input is
   * another.
   *
   * @param ledger as it was before
   * @param undone the decision that is undone, if it is one
   * @param indexes of the messages put back; for an edit that is undone, those it had changed
   */
  takePutBack(ledger: ContextLedger, undone: Decision | null, indexes: readonly number[]): void {
    if (indexes.length === 0) return;
    const states = indexes.map((index) => ledger.state(index));
    const isUnsent = undone !== null && this.#decisions.some(({ id }) => id === undone.id);
    if (isUnsent && states.every(({ decisionIds }) => decisionIds.length < 2)) {
      // No call has seen it: what is sent next is what was sent before.
      this.forget(new Set([undone.id]));
      return;
    }
    const notice = states.some(({ fate }) => fate === 'pruned' || fate === 'summarized');
    const first = Math.min(...indexes, notice ? ledger.steps.firstRemovedAnchor : Number.POSITIVE_INFINITY);
    this.#unchanged = Math.min(this.#unchanged, ledger.totalTokens - ledger.tokensFrom(first));
  }

  /**
   * A call was made: what is to come is held against it.
   *
   * @param made the call, from 0, the messages and the tokens it was made with
   */
  takeCall(made: Pick<Call, 'call' | 'historyLength' | 'tokensAfter'>): Call {
    const decisions = this.#decisions;
    // An older version's decision does not say what it left as it was.
    const unchanged = unchangedTokens(decisions);
    const call: Call = {
      ...made,
      tokensBefore: Math.max(made.tokensAfter, decisions[0]?.tokensBefore ?? 0),
      decisionCount: decisions.length,
      unchangedTokens: unchanged === null ? null : Math.min(unchanged, this.#unchanged),
    };
    this.#decisions = [];
    this.#unchanged = Number.POSITIVE_INFINITY;
    return call;
  }
}
