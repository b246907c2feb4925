import { planBeforeCall } from './cascade';
import type { CascadeOptions, CascadeResult } from './cascade';
import type { ContextTooLargeError } from './contextTooLarge';
import type { Decision } from './decision';
import { planSummary } from './layer3/summaryPlan';
import { takeSummary } from './layer3/takeSummary';
import { writeOutline } from './layer3/writeSummary';
import type { ContextLedger } from './ledger';
import type { Message } from './message';

/** One pass of the engine over a recorded session, before one of its model calls. */
export interface ReplayCall {
  /** From 0; the pass at the end of the recording has the number after the last call. */
  readonly call: number;
  /** Messages the call would be rendered from. */
  readonly historyLength: number;
  /** Tokens of the input before and after the pass. */
  readonly inputTokensBefore: number;
  readonly inputTokensAfter: number;
  readonly decisions: readonly Decision[];
  readonly tooLarge: ContextTooLargeError | null;
}

export interface ReplayInput {
  readonly messages: readonly Message[];
  /** Length of the history at each recorded call, ascending. */
  readonly callBoundaries: readonly number[];
  /** Empty at the start; holds the state of a call while that call is yielded. */
  readonly ledger: ContextLedger;
  readonly options: CascadeOptions;
}

/** What Strata would have done in a session of any agent: one pass per recorded call and one for the end. */
export function* replayCalls(input: ReplayInput): Generator<ReplayCall, void, undefined> {
  const { messages, ledger, options } = input;
  const boundaries = [...input.callBoundaries, messages.length];
  for (const [call, boundary] of boundaries.entries()) {
    for (const message of messages.slice(ledger.length, boundary)) ledger.append(message);
    const inputTokensBefore = ledger.totalTokens;
    const { decisions, tooLarge } = planWithOutline(ledger, options);
    const inputTokensAfter = ledger.totalTokens;
    yield { call, historyLength: ledger.length, inputTokensBefore, inputTokensAfter, decisions, tooLarge };
  }
}

/** A replay has no model to ask: what Layer 3 wants is the outline made without one, at once. */
function planWithOutline(
  ledger: ContextLedger,
  options: CascadeOptions,
): Pick<CascadeResult, 'decisions' | 'tooLarge'> {
  const { decisions, tooLarge, summary } = planBeforeCall(ledger, options);
  const context = { ...options, ledger };
  const plan = summary === null || tooLarge !== null ? null : planSummary(context, summary);
  if (plan === null) return { decisions, tooLarge };
  const summarized = takeSummary(context, plan, writeOutline(plan, ledger.counter));
  return { decisions: summarized === null ? decisions : [...decisions, summarized], tooLarge };
}
