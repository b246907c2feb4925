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

/** The user's command: old results and arguments go at once, down to the target share of what is used now. */
export function planCommand(ledger: ContextLedger, options: CascadeOptions): CascadeResult {
  const used = Math.min(ledger.totalTokens, options.limits.window);
  return planDownTo(ledger, options, Math.floor(used * options.settings.layer1.compactTargetRatio), 'command');
}

/**
 * Layer 1's batch and Layer 2 down to `target` tokens, whatever the thresholds say. With reason `overflow` also what is
 * protected by habit gives way.
 */
export function planDownTo(
  ledger: ContextLedger,
  options: CascadeOptions,
  target: number,
  reason: 'command' | 'overflow',
): CascadeResult {
  const context = { ...options, ledger };
  const decisions: Decision[] = [];
  const measured = ledger.totalTokens;
  const steps = [
    () => compactResults(context, { target, reason, threshold: target, isUrgent: true }),
    () => compactArguments(context, target, reason, target),
    () => prune(context, { target, reason, threshold: target, keepLast: options.settings.layer2.keepLast }),
  ];
  for (const step of steps) {
    const decision = ledger.totalTokens > target ? step() : null;
    if (decision !== null) decisions.push(decision);
  }
  if (reason === 'command') return { decisions, tooLarge: null };
  decisions.push(...fitIntoLimit(context, target));
  const isStuck = ledger.totalTokens > target && ledger.totalTokens >= measured;
  return { decisions, tooLarge: isStuck ? contextTooLarge(ledger, target) : null };
}
