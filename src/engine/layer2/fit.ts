import type { Decision, MessageEdit } from '../decision';
import { compactArguments } from '../layer1/compactArguments';
import { cutToBudget, singleResultBudget, takeTruncation } from '../layer1/truncate';
import { triggerOf } from '../strategy';
import type { StrategyContext } from '../strategy';
import { prune } from './prune';

/** A result is never cut below this many tokens: marker and pointer alone take about thirty. */
const SMALLEST_RESULT_TOKENS = 64;

/** Results are cut to this share of their budget before messages of the tail go. */
const TAIL_SHARES = [0.5, 0.25, 0.125] as const;

/**
 * The thresholds protect the newest messages by habit. Where even that leaves more than `limit` tokens, habit gives way,
 * mildest step first: large arguments, then results cut shorter, then the tail but for the newest step, then results
 * again as short as needed. System, first user, current user and pinned messages are never touched.
 */
export function fitIntoLimit(context: StrategyContext, limit: number): Decision[] {
  const { ledger } = context;
  if (ledger.totalTokens <= limit) return [];
  const decisions: Decision[] = [];
  const attempt = (step: () => Decision | null): void => {
    const decision = ledger.totalTokens > limit ? step() : null;
    if (decision !== null) decisions.push(decision);
  };
  const budget = singleResultBudget(context);
  decisions.push(...shortenTail(context, limit));
  attempt(() => prune(context, { target: limit, reason: 'fit', threshold: limit, keepLast: 0 }));
  attempt(() => shortenNotice(context, limit));
  for (let size = Math.floor(budget / 16); size >= SMALLEST_RESULT_TOKENS; size = Math.floor(size / 2)) {
    attempt(() => cutLargestResults(context, size, limit));
  }
  attempt(() => cutLargestResults(context, SMALLEST_RESULT_TOKENS, limit));
  return decisions;
}

/** What stands for the removed messages gives way too: first the list of facts, then the summary for the bare notice. */
function shortenNotice(context: StrategyContext, limit: number): Decision | null {
  const { ledger } = context;
  const { notice } = ledger;
  if (notice === null || (notice.facts === '' && notice.summary === null)) return null;
  const factsTokens = ledger.counter.countText(notice.facts);
  const needsAll = ledger.totalTokens - factsTokens > limit || notice.facts === '';
  return ledger.take({
    id: context.nextDecisionId(),
    strategy: 'prune',
    layer: 2,
    trigger: triggerOf(context, 'fit', 'layer2.keepLast', limit),
    edits: [],
    removal: { indexes: needsAll ? ledger.removedIndexes() : [], summary: null, pointer: notice.pointer },
  });
}

/** The mild part: large arguments of the newest calls too, then results cut shorter than their share allows. */
export function shortenTail(context: StrategyContext, limit: number): Decision[] {
  const { ledger } = context;
  const budget = singleResultBudget(context);
  const steps = [
    () => compactArguments(context, limit, 'fit', limit),
    ...TAIL_SHARES.map((share) => () => cutLargestResults(context, Math.floor(budget * share), limit)),
  ];
  return steps.flatMap((step) => (ledger.totalTokens > limit ? (step() ?? []) : []));
}

/** Cuts every result above `budget` tokens to it, oldest first, until the input is at or under `limit` tokens. */
function cutLargestResults(context: StrategyContext, budget: number, limit: number): Decision | null {
  const { ledger } = context;
  const edits: MessageEdit[] = [];
  const measuredTokens = ledger.totalTokens;
  let total = measuredTokens;
  for (const step of ledger.steps.visible) {
    for (const index of step.isStray ? [step.anchor] : step.results) {
      if (total <= limit) break;
      const state = ledger.state(index);
      if (state.pinned || state.tokensInContext <= Math.max(budget, SMALLEST_RESULT_TOKENS)) continue;
      const edit = cutToBudget(context, index, Math.max(budget, SMALLEST_RESULT_TOKENS));
      if (edit === null || edit.tokensAfter >= edit.tokensBefore) continue;
      edits.push(edit);
      total -= edit.tokensBefore - edit.tokensAfter;
    }
  }
  if (edits.length === 0) return null;
  const trigger = { reason: 'fit', setting: 'tokens.reserve', measuredTokens, thresholdTokens: limit } as const;
  return takeTruncation(context, edits, trigger);
}
