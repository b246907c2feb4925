import type { ContextTooLargeError } from './contextTooLarge';
import { contextTooLarge } from './contextTooLarge';
import type { Decision } from './decision';
import { compactResults } from './layer1/compact';
import { compactArguments } from './layer1/compactArguments';
import { enforceToolResultBudget } from './layer1/enforceToolResultBudget';
import { fitIntoLimit, shortenTail } from './layer2/fit';
import { prunableTokens, prune } from './layer2/prune';
import { preemptiveThreshold, shouldPreemptiveCompact } from './layer2/shouldPreemptiveCompact';
import type { SummaryWish } from './layer3/summaryPlan';
import { wishAfterPruning, wishOnOverflow, wishProactive } from './layer3/summaryWish';
import type { ContextLedger } from './ledger';
import { inputLimit } from './settings';
import type { StrategyContext } from './strategy';

export type CascadeOptions = Omit<StrategyContext, 'ledger'>;

export interface CascadeResult {
  /** In the order taken; the ledger holds them already. */
  readonly decisions: readonly Decision[];
  /** Set when what must stay is larger than the input limit. */
  readonly tooLarge: ContextTooLargeError | null;
  /** What Layer 3 should do now; writing a summary takes its time, so the caller plans and takes it. */
  readonly summary: SummaryWish | null;
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
  const tooLarge = ledger.totalTokens > limit ? contextTooLarge(ledger, limit) : null;
  const pruned = decisions.findLast(({ removal }) => removal !== null && removal.indexes.length > 0);
  const summary = pruned === undefined ? wishProactive(context) : wishAfterPruning(context, pruned);
  return { decisions, tooLarge, summary };
}

/** What one batch of `planDownTo` takes: ② results, ② arguments, ③ messages. */
export type BatchKind = 'results' | 'arguments' | 'messages';

export interface Batch {
  readonly kind: BatchKind;
  readonly decision: Decision;
}

/**
 * The user's command: old results and arguments go at once, down to the target share of what is used now. Messages go only
 * where more of the window is used than a batch would leave: there is no need yet to take them from a small context.
 *
 * @param skip batches the user does not want
 */
export function planCommand(
  ledger: ContextLedger,
  options: CascadeOptions,
  skip: readonly BatchKind[] = [],
): CascadeResult {
  const decisions = commandBatches(ledger, options, skip).map(({ decision }) => decision);
  return { decisions, tooLarge: null, summary: null };
}

/** The batches of the user's command; the ledger holds them already. */
export function commandBatches(ledger: ContextLedger, options: CascadeOptions, skip: readonly BatchKind[]): Batch[] {
  const { compactTargetRatio } = options.settings.layer1;
  const { window } = options.limits;
  const target = Math.floor(Math.min(ledger.totalTokens, window) * compactTargetRatio);
  const pruneTarget = Math.max(target, Math.floor(window * compactTargetRatio));
  return takeBatches({ ...options, ledger }, 'command', { target, pruneTarget, skip });
}

/**
 * Layer 1's batch and Layer 2 down to `target` tokens, whatever the thresholds say; then also what is protected by habit
 * gives way. Where a summary can be had (`canSummarize`), it is asked for before that.
 */
export function planDownTo(
  ledger: ContextLedger,
  options: CascadeOptions,
  target: number,
  canSummarize = false,
): CascadeResult {
  const context = { ...options, ledger };
  const measured = ledger.totalTokens;
  const batches = takeBatches(context, 'overflow', { target, pruneTarget: target, skip: [] });
  const decisions = batches.map(({ decision }) => decision);
  if (canSummarize && ledger.totalTokens > target) {
    return { decisions, tooLarge: null, summary: wishOnOverflow(context, target) };
  }
  decisions.push(...fitIntoLimit(context, target));
  const isStuck = ledger.totalTokens > target && ledger.totalTokens >= measured;
  return { decisions, tooLarge: isStuck ? contextTooLarge(ledger, target) : null, summary: null };
}

interface BatchTargets {
  /** Tokens that results and arguments come down to. */
  readonly target: number;
  /** Tokens that messages come down to. */
  readonly pruneTarget: number;
  readonly skip: readonly BatchKind[];
}

/** One batch of each kind, the mildest first, until the target is reached. */
function takeBatches(
  context: StrategyContext,
  reason: 'command' | 'overflow',
  { target, pruneTarget, skip }: BatchTargets,
): Batch[] {
  const { ledger } = context;
  const { keepLast } = context.settings.layer2;
  const steps: readonly (readonly [BatchKind, number, () => Decision | null])[] = [
    ['results', target, () => compactResults(context, { target, reason, threshold: target, isUrgent: true })],
    ['arguments', target, () => compactArguments(context, target, reason, target)],
    ['messages', pruneTarget, () => prune(context, { target: pruneTarget, reason, threshold: pruneTarget, keepLast })],
  ];
  return steps.flatMap(([kind, goal, step]) => {
    const decision = ledger.totalTokens > goal && !skip.includes(kind) ? step() : null;
    return decision === null ? [] : [{ kind, decision }];
  });
}
