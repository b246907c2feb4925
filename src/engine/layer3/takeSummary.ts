import type { Decision } from '../decision';
import { archiveHistory } from '../historyFile';
import type { StrategyContext } from '../strategy';
import { composeSummary } from './summaryText';
import { isStale } from './summaryPlan';
import type { SummaryPlan } from './summaryPlan';
import type { WrittenSummary } from './writeSummary';

/**
 * Swaps a written summary in: what it stands for leaves the context, the originals go to the history file first. Null where
 * the history has changed under it; then nothing happens.
 */
export function takeSummary(context: StrategyContext, plan: SummaryPlan, written: WrittenSummary): Decision | null {
  const { ledger, archive } = context;
  if (isStale(plan, ledger)) return null;
  const leaving = plan.steps
    .map(({ anchor }) => ledger.steps.stepOf(anchor))
    .flatMap((step) => (step === undefined || step.isRemoved ? [] : [step.anchor, ...step.results]))
    .sort((a, b) => a - b);
  const newest = ledger.removalFiles.at(-1) ?? null;
  const pointer = leaving.length === 0 ? newest : archiveHistory(archive, ledger, leaving);
  const { level, faults, model, chunks, oversized, usage } = written;
  const isOutline = level === 'outline' && model === null;
  const { text, facts } = composeSummary(plan, written.text, ledger.counter, isOutline);
  // The bare notice is no summary: it stands beside one that is carried over.
  const words = level === 'notice' ? { summary: null, facts: text } : { summary: text };
  return ledger.take({
    id: context.nextDecisionId(),
    strategy: level === 'full' ? 'summarizeFull' : 'summarizePartial',
    layer: 3,
    trigger: plan.wish.trigger,
    edits: [],
    removal: { indexes: plan.indexes, pointer, ...words },
    summary: { level, faults, model, chunks, oversized, facts, usage },
  });
}
