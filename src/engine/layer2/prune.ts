import type { Decision, TriggerReason } from '../decision';
import { archiveHistory } from '../historyFile';
import type { ContextLedger } from '../ledger';
import { prunedNotice } from '../notices';
import type { Step } from '../stepIndex';
import { triggerOf } from '../strategy';
import type { StrategyContext } from '../strategy';
import { prunableSteps } from './protectedSteps';

export interface PruneRequest {
  /** Tokens of the whole input to come down to. */
  readonly target: number;
  readonly reason: TriggerReason;
  /** Tokens above which this was asked for. */
  readonly threshold: number;
  /** Messages at the end that stay. */
  readonly keepLast: number;
}

/** A pointer's share of the notice, where the pointer is not known yet; tokens. */
const POINTER_TOKENS = 16;

/**
 * ③ Takes whole steps out of the middle, oldest first, until the input is at or under the target: a call never loses its
 * result, and a long tool loop inside one turn is cut inside the loop. What goes is written to the history file first.
 */
export function prune(context: StrategyContext, request: PruneRequest): Decision | null {
  const { ledger } = context;
  const candidates = prunableSteps(ledger, request.keepLast, request.reason === 'threshold');
  const chosen = chooseOldest(ledger, candidates, request.target);
  if (chosen.length === 0) return null;
  const trigger = triggerOf(context, request.reason, settingOf(request.reason), request.threshold);
  const indexes = chosen.flatMap((step) => [step.anchor, ...step.results]).sort((a, b) => a - b);
  return ledger.take({
    id: context.nextDecisionId(),
    strategy: 'prune',
    layer: 2,
    trigger,
    edits: [],
    removal: { indexes, summary: null, pointer: archiveHistory(context.archive, ledger, indexes) },
  });
}

/** Tokens that pruning could free at most. */
export function prunableTokens(ledger: ContextLedger, keepLast: number): number {
  return prunableSteps(ledger, keepLast, true).reduce((sum, step) => sum + ledger.stepTokens(step), 0);
}

function settingOf(reason: TriggerReason): 'layer2.preemptiveRatio' | 'layer2.keepLast' {
  return reason === 'fit' ? 'layer2.keepLast' : 'layer2.preemptiveRatio';
}

/** As many of the oldest as bring the input down to the target; none where that would save nothing. */
function chooseOldest(ledger: ContextLedger, candidates: readonly Step[], target: number): Step[] {
  const notice = ledger.counter.countTextMessage(prunedNotice(ledger.length, null)) + POINTER_TOKENS;
  const before = ledger.totalTokens;
  let total = before + (ledger.notice === null ? notice : 0);
  const chosen: Step[] = [];
  for (const step of candidates) {
    if (total <= target) break;
    chosen.push(step);
    total -= ledger.stepTokens(step);
  }
  return total < before ? chosen : [];
}
