import type { Decision, ReplaceEdit, TriggerReason } from '../decision';
import type { ContextLedger, MessageState } from '../ledger';
import type { Step } from '../stepIndex';
import { triggerOf } from '../strategy';
import type { StrategyContext } from '../strategy';
import { toolMatcher } from '../toolNames';
import { replaceResult } from './compactResult';
import { openSteps, savingOf } from './openSteps';

/** A batch that saves less than this share of the input is not followed by another such one. */
const WORTHWHILE_SHARE = 0.05;

export interface CompactRequest {
  /** Tokens of the whole input to come down to. */
  readonly target: number;
  readonly reason: TriggerReason;
  /** Tokens above which this was asked for. */
  readonly threshold: number;
  /** Also small batches in a row are welcome. */
  readonly isUrgent: boolean;
}

/**
 * ② Replaces results of compactable tools by a marker and a pointer, oldest first, until the input is at or under the
 * target. One batch, so that the prefix, and with it the provider's cache, then stays the same for many calls.
 */
export function compactResults(context: StrategyContext, request: CompactRequest): Decision | null {
  const { ledger } = context;
  const candidates = oldestResults(context, request);
  if (!request.isUrgent && isRepeatedTrifle(ledger, candidates)) return null;
  const trigger = triggerOf(context, request.reason, 'layer1.inputHeadroomRatio', request.threshold);
  const edits: ReplaceEdit[] = [];
  for (const index of candidates) {
    const edit = replaceResult(context, index);
    if (edit !== null) edits.push(edit);
  }
  if (edits.length === 0) return null;
  return ledger.take({ id: context.nextDecisionId(), strategy: 'compact', layer: 1, trigger, edits, removal: null });
}

/** As many of the oldest results as bring the input down to the target. */
function oldestResults({ ledger, settings }: StrategyContext, request: CompactRequest): number[] {
  const newest = newestCallStep(ledger);
  const isCompactableTool = toolMatcher(settings.layer1.compactableTools);
  const chosen: number[] = [];
  let total = ledger.totalTokens;
  for (const step of openSteps(ledger, isCompactableTool)) {
    if (total <= request.target || step === newest) break;
    for (const index of step.results) {
      if (total <= request.target) break;
      const state = ledger.state(index);
      const saving = savingOf(state);
      if (saving <= 0 || !isCompactable(state, request.reason)) continue;
      if (!isCompactableTool(ledger.message(index).toolName ?? '')) continue;
      chosen.push(index);
      total -= saving;
    }
  }
  return chosen;
}

/**
 * Whether the last batch saved next to nothing and this one would again. Each batch breaks the cached prefix, so small
 * ones wait until they add up, or until Layer 2 would have to act.
 */
function isRepeatedTrifle(ledger: ContextLedger, candidates: readonly number[]): boolean {
  const last = ledger.decisions.findLast((decision) => decision.strategy === 'compact');
  if (last === undefined || isWorthwhile(last.tokensBefore - last.tokensAfter, last.tokensBefore)) return false;
  const saving = candidates.reduce((sum, index) => sum + savingOf(ledger.state(index)), 0);
  return !isWorthwhile(saving, ledger.totalTokens);
}

function isWorthwhile(saving: number, total: number): boolean {
  return saving >= total * WORTHWHILE_SHARE;
}

/** The newest step with calls: the model has not seen, or has only just seen, its results. */
export function newestCallStep(ledger: ContextLedger): Step | undefined {
  return ledger.steps.visible.findLast((step) => step.callIds.length > 0);
}

function isCompactable(state: MessageState, reason: TriggerReason): boolean {
  return !state.pinned && state.content?.kind !== 'replace' && !(state.restored && reason === 'threshold');
}
