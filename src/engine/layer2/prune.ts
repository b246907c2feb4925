import type { Decision, TriggerReason } from '../decision';
import { archiveHistory } from '../historyFile';
import { factsBeside, factsBudget } from '../layer3/removedFacts';
import type { ContextLedger } from '../ledger';
import { prunedNotice } from '../notices';
import { inputLimit } from '../settings';
import { indexesOf } from '../stepIndex';
import type { Step } from '../stepIndex';
import { triggerOf } from '../strategy';
import type { StrategyContext } from '../strategy';
import { prunableSteps } from './protectedSteps';
import { preemptiveThreshold } from './shouldPreemptiveCompact';

export interface PruneRequest {
  /** Tokens of the whole input to come down to. */
  readonly target: number;
  readonly reason: TriggerReason;
  /** Tokens above which this was asked for. */
  readonly threshold: number;
  /** Messages at the end that stay. */
  readonly keepLast: number;
}

/** What joining the facts to the notice may cost; tokens. */
const FACTS_OVERHEAD_TOKENS = 8;

/** A pointer's share of the notice, where the pointer is not known yet; tokens. */
const POINTER_TOKENS = 16;

/**
 * ③ Takes whole steps out of the middle, oldest first, until the input is at or under the target: a call never loses its
 * result, and a long tool loop inside one turn is cut inside the loop. What goes is written to the history file first.
 */
export function prune(context: StrategyContext, request: PruneRequest): Decision | null {
  const { ledger } = context;
  const candidates = prunableSteps(ledger, request.keepLast, request.reason === 'threshold');
  // Habit makes room for the facts of what goes; a context that does not fit only takes those for which room is left.
  const wantedFacts = request.reason === 'fit' ? 0 : factsBudget(context);
  const { chosen, total } = chooseOldest(ledger, candidates, request.target, wantedFacts);
  if (chosen.length === 0) return null;
  const trigger = triggerOf(context, request.reason, 'layer2.preemptiveRatio', request.threshold);
  const indexes = indexesOf(chosen);
  const bare = total - wantedFacts;
  // Where nothing more can go, Layer 2 will not act again for what stands above its threshold.
  const isExhausted = chosen.length === candidates.length;
  const ceiling = isExhausted ? inputLimit(context.limits) : preemptiveThreshold(context);
  const most = request.reason === 'fit' ? request.target : Math.max(request.target, ceiling);
  const facts = factsBeside(context, indexes, request.target - bare, most - bare - FACTS_OVERHEAD_TOKENS);
  return ledger.take({
    id: context.nextDecisionId(),
    strategy: 'prune',
    layer: 2,
    trigger,
    edits: [],
    removal: {
      indexes,
      summary: null,
      pointer: archiveHistory(context.archive, ledger, indexes),
      ...(facts === '' ? {} : { facts }),
    },
  });
}

/** Tokens that pruning could free at most. */
export function prunableTokens(ledger: ContextLedger, keepLast: number): number {
  return prunableSteps(ledger, keepLast, true).reduce((sum, step) => sum + ledger.stepTokens(step), 0);
}

/**
 * As many of the oldest as bring the input down to the target, its notice with `factsTokens` of facts included; none where
 * that would save nothing.
 */
function chooseOldest(
  ledger: ContextLedger,
  candidates: readonly Step[],
  target: number,
  factsTokens: number,
): { readonly chosen: readonly Step[]; readonly total: number } {
  const bare = ledger.counter.countTextMessage(prunedNotice(ledger.length, null)) + POINTER_TOKENS;
  const before = ledger.totalTokens;
  const notice = bare + (ledger.notice?.summaryTokens ?? 0) + factsTokens;
  let total = before - (ledger.notice?.tokens ?? 0) + notice;
  const chosen: Step[] = [];
  for (const step of candidates) {
    if (total <= target) break;
    chosen.push(step);
    total -= ledger.stepTokens(step);
  }
  return { chosen: total < before ? chosen : [], total };
}
