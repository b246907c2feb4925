import type { ContextLedger } from '../ledger';
import type { Step } from '../stepIndex';

/** What ③ always keeps: system, the user's first and current message, pinned, and the newest messages. */

/** Messages at the end that stay: at most `keepLast`, at most a third of the history. Reference: min(6, ⌊total/3⌋). */
export function keptTailLength(keepLast: number, historyLength: number): number {
  return Math.min(keepLast, Math.floor(historyLength / 3));
}

/** The steps ③ may take out, oldest first. The newest step stays, also where `keepLast` is 0. */
export function prunableSteps(ledger: ContextLedger, keepLast: number, respectsRestored: boolean): Step[] {
  const { visible } = ledger.steps;
  let toKeep = keptTailLength(keepLast, ledger.length);
  let end = visible.length - 1;
  for (let newest = visible[end]; newest !== undefined && end > 0; newest = visible[end]) {
    toKeep -= messagesOf(newest);
    if (toKeep <= 0) break;
    end -= 1;
  }
  return visible.slice(0, Math.max(0, end)).filter((step) => isPrunable(ledger, step, respectsRestored));
}

function messagesOf(step: Step): number {
  return 1 + step.results.length;
}

function isPrunable(ledger: ContextLedger, step: Step, respectsRestored: boolean): boolean {
  const { anchor } = step;
  if (ledger.message(anchor).role === 'system' || ledger.isPinned(step)) return false;
  if (respectsRestored && ledger.state(anchor).restored) return false;
  return anchor !== ledger.firstUserIndex && anchor !== ledger.currentUserIndex;
}
