import type { Decision } from '../decision';
import { inputLimit } from '../settings';
import type { StrategyContext } from '../strategy';
import { compactResults } from './compact';
import { compactArguments } from './compactArguments';
import { truncateResults } from './truncate';

/**
 * Layer 1, before every call: ① one result's budget, ② old results above the headroom, ② large arguments of old writes
 * above their threshold. Each milder step also runs before a harder one would, whatever the order of the thresholds.
 */
export function enforceToolResultBudget(context: StrategyContext): Decision[] {
  const { ledger, limits, settings } = context;
  const { inputHeadroomRatio, evictInputsRatio } = settings.layer1;
  const pruneThreshold = Math.floor(settings.layer2.preemptiveRatio * inputLimit(limits));
  const decisions = truncateResults(context);
  const headroom = Math.min(Math.floor(inputHeadroomRatio * limits.window), pruneThreshold);
  const target = compactTarget(context, headroom);
  if (ledger.totalTokens > headroom) {
    // Above the threshold of Layer 2 even a trifle is better than taking whole messages out.
    const isUrgent = ledger.totalTokens > pruneThreshold;
    const decision = compactResults(context, { target, reason: 'threshold', threshold: headroom, isUrgent });
    if (decision !== null) decisions.push(decision);
  }
  const evict = Math.min(Math.floor(evictInputsRatio * limits.window), pruneThreshold);
  if (ledger.totalTokens > evict) {
    const decision = compactArguments(context, target, 'threshold', evict);
    if (decision !== null) decisions.push(decision);
  }
  return decisions;
}

/**
 * Tokens that ② comes down to. Where Layer 2's threshold makes it run earlier, it stays as far below that one, in proportion,
 * as it would below its own: else nearly every call would bring a batch, and each breaks the provider's prompt cache.
 */
function compactTarget({ limits, settings }: StrategyContext, headroom: number): number {
  const { inputHeadroomRatio, compactTargetRatio } = settings.layer1;
  const target = Math.floor(compactTargetRatio * limits.window);
  const share = inputHeadroomRatio === 0 ? 1 : Math.min(1, compactTargetRatio / inputHeadroomRatio);
  return headroom < Math.floor(inputHeadroomRatio * limits.window)
    ? Math.min(target, Math.floor(headroom * share))
    : Math.min(target, headroom);
}
