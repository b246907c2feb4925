import type { SummaryReport } from '../../engine/decision';
import type { SummaryFacts } from '../../protocol/inspectorRows';

/** What is shown of a summary's report; null for decisions that wrote none. */
export function summaryFacts(report: SummaryReport | undefined): SummaryFacts | null {
  if (report === undefined) return null;
  const { level, model, chunks, faults, oversized, facts, usage } = report;
  return {
    level,
    model,
    chunks,
    faults,
    oversized: oversized.length,
    facts,
    usage: usage === null ? null : { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens },
  };
}
