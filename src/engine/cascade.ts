import type { ContextTooLargeError } from './contextTooLarge';
import { contextTooLarge } from './contextTooLarge';
import type { Decision } from './decision';
import { compactResults } from './layer1/compact';
import { compactArguments } from './layer1/compactArguments';
import { enforceToolResultBudget } from './layer1/enforceToolResultBudget';
import { fitIntoLimit, shortenTail } from './layer2/fit';
import { prunableTokens, prune } from './layer2/prune';
import { preemptiveThreshold, shouldPreemptiveCompact } from './layer2/shouldPreemptiveCompact';
import type { ContextLedger } from './ledger';
import { inputLimit } from './settings';
import type { StrategyContext } from './strategy';

export type CascadeOptions = Omit<StrategyContext, 'ledger'>;

export interface CascadeResult {
  /** In the order taken; the ledger holds them already. */
  readonly decisions: readonly Decision[];
  /** Set when what must stay is larger than the input limit. */
  readonly tooLarge: ContextTooLargeError | null;
}

/** What runs before every model call: Layer 1, then Layer 2 where that leaves too much, then whatever makes it fit. */
export function planBeforeCall(ledger: ContextLedger, options: CascadeOptions): CascadeResult {
  const context = { ...options, ledger };
  const decisions = enforceToolResultBudget(context);
  const { preemptiveRatio, pruneTargetRatio, keepLast } = options.settings.layer2;
  const limit = inputLimit(options.limits);
  if (shouldPreemptiveCompact(context)) {
    const target = Math.floor(Math.min(pruneTargetRatio, preemptiveRatio) * limit);
    const threshold = preemptiveThreshold(context);
    // Where the newest messages alone are too large, emptying the middle would not help: they give way first.
    const prunable = prunableTokens(ledger, keepLast);
    if (ledger.totalTokens - prunable > limit) decisions.push(...shortenTail(context, target + prunable));
    const pruned = prune(context, { target, reason: 'threshold', threshold, keepLast });
    if (pruned !== null) decisions.push(pruned);
  }
  decisions.push(...fitIntoLimit(context, limit));
  return { decisions, tooLarge: ledger.totalTokens > limit ? contextTooLarge(ledger, limit) : null };
}

/**
 * The user's command: old results and arguments go at once, down to the target share of what is used now. Messages go only
 * where more of the window is used than a batch would leave: there is no need yet to take them from a small context.
 */
export function planCommand(ledger: ContextLedger, options: CascadeOptions): CascadeResult {
  const { compactTargetRatio } = options.settings.layer1;
  const { window } = options.limits;
  const target = Math.floor(Math.min(ledger.totalTokens, window) * compactTargetRatio);
  return planDownTo(ledger, options, target, 'command', Math.max(target, Math.floor(window * compactTargetRatio)));
}

/**
 * Layer 1's batch and Layer 2 down to `target` tokens, whatever the thresholds say. With reason `overflow` also what is
 * protected by habit gives way. Messages go down to `pruneTarget` tokens only.
 */
export function planDownTo(
  ledger: ContextLedger,
  options: CascadeOptions,
  target: number,
  reason: 'command' | 'overflow',
  pruneTarget = target,
): CascadeResult {
  const context = { ...options, ledger };
  const measured = ledger.totalTokens;
  const { keepLast } = options.settings.layer2;
  const steps: readonly (readonly [number, () => Decision | null])[] = [
    [target, () => compactResults(context, { target, reason, threshold: target, isUrgent: true })],
    [target, () => compactArguments(context, target, reason, target)],
    [pruneTarget, () => prune(context, { target: pruneTarget, reason, threshold: pruneTarget, keepLast })],
  ];
  const decisions = steps.flatMap(([goal, step]) => (ledger.totalTokens > goal ? (step() ?? []) : []));
  if (reason === 'command') return { decisions, tooLarge: null };
  decisions.push(...fitIntoLimit(context, target));
  const isStuck = ledger.totalTokens > target && ledger.totalTokens >= measured;
  return { decisions, tooLarge: isStuck ? contextTooLarge(ledger, target) : null };
}
