import { inputLimit } from '../settings';
import type { StrategyContext } from '../strategy';

/** Tokens above which Layer 2 prunes before a call is made. */
export function preemptiveThreshold(context: StrategyContext): number {
  return Math.floor(context.settings.layer2.preemptiveRatio * inputLimit(context.limits));
}

/** Whether Layer 1 left so much that the call would be made close to the limit. */
export function shouldPreemptiveCompact(context: StrategyContext): boolean {
  return context.ledger.totalTokens > preemptiveThreshold(context);
}
