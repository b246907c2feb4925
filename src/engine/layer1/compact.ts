import type { Decision, MessageEdit, TriggerReason } from '../decision';
import type { ContextLedger } from '../ledger';
import type { Step } from '../stepIndex';
import { triggerOf } from '../strategy';
import type { StrategyContext } from '../strategy';
import { isOneOfTools } from '../toolNames';
import { replaceResult } from './compactResult';

/**
 * ② Replaces results of compactable tools by a marker and a pointer, oldest first, until the input is at or under
 * `target` tokens. One batch, so that the prefix then stays the same for many calls.
 */
export function compactResults(
  context: StrategyContext,
  target: number,
  reason: TriggerReason,
  threshold: number,
): Decision | null {
  const { ledger } = context;
  const newest = newestCallStep(ledger);
  const trigger = triggerOf(context, reason, 'layer1.inputHeadroomRatio', threshold);
  const edits: MessageEdit[] = [];
  let total = ledger.totalTokens;
  for (const step of ledger.steps.steps) {
    if (total <= target || step === newest) break;
    if (step.isRemoved) continue;
    for (const index of step.results) {
      if (total <= target) break;
      const edit = isCompactable(context, index, reason) ? replaceResult(context, index) : null;
      if (edit === null) continue;
      edits.push(edit);
      total -= edit.tokensBefore - edit.tokensAfter;
    }
  }
  if (edits.length === 0) return null;
  return ledger.take({ id: context.nextDecisionId(), strategy: 'compact', layer: 1, trigger, edits, removal: null });
}

/** The newest step with calls: the model has not seen, or has only just seen, its results. */
export function newestCallStep(ledger: ContextLedger): Step | undefined {
  return ledger.steps.steps.findLast((step) => step.callIds.length > 0);
}

function isCompactable(context: StrategyContext, index: number, reason: TriggerReason): boolean {
  const state = context.ledger.state(index);
  if (state.pinned || state.content?.kind === 'replace' || (state.restored && reason === 'threshold')) return false;
  return isOneOfTools(context.ledger.message(index).toolName ?? '', context.settings.layer1.compactableTools);
}
