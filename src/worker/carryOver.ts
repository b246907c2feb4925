import type { CascadeOptions } from '../engine/cascade';
import { archiveHistory } from '../engine/historyFile';
import { planSummary } from '../engine/layer3/summaryPlan';
import { composeSummary } from '../engine/layer3/summaryText';
import { liveStateOfLedger } from '../engine/layer3/removedFacts';
import { wishOnContinuation } from '../engine/layer3/summaryWish';
import type { ContextLedger } from '../engine/ledger';
import type { MemoryArchive } from '../engine/memoryArchive';
import type { CarryOver, SummarizerFacts } from './api';
import type { SummaryWriting } from './summaryWriting';

/**
 * What another session needs to go on from this one: a summary of all that may be summarized, and the names of the rest.
 * What is not in the archive goes into it. Null when a summary is being written already, or this one was stopped.
 */
export async function carryOver(
  ledger: ContextLedger,
  options: CascadeOptions & { readonly archive: MemoryArchive },
  summaries: SummaryWriting,
  summarizer: SummarizerFacts | null,
): Promise<CarryOver | null> {
  const context = { ...options, ledger };
  const plan = planSummary(context, wishOnContinuation(context));
  const written = plan === null ? null : await summaries.writeAs(plan, ledger, options, summarizer);
  if (plan !== null && written === null) return null;
  const isOutline = written?.level === 'outline' && written.model === null;
  const summary =
    plan === null || written === null
      ? (ledger.notice?.summary ?? null)
      : composeSummary(plan, written.text, ledger.counter, isOutline).text;
  const inSight = visibleIndexes(ledger);
  const summarized = new Set(plan?.indexes);
  const pointer = inSight.length === 0 ? null : archiveHistory(options.archive, ledger, inSight);
  return {
    summary,
    verbatim: inSight.filter((index) => !summarized.has(index) && !ledger.state(index).pinned),
    openTodos: liveStateOfLedger(ledger).todos.flatMap(({ status, text }) => (status === 'done' ? [] : [text])),
    pointer,
    originals: options.archive.takeNew(),
  };
}

/** Messages that are in the context, also in part, but for the system's. */
function visibleIndexes(ledger: ContextLedger): number[] {
  return ledger.steps.visible
    .flatMap(({ anchor, results }) => [anchor, ...results])
    .filter((index) => ledger.message(index).role !== 'system')
    .sort((a, b) => a - b);
}
