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
  const end = tailStart(visible, keptTailLength(keepLast, ledger.length));
  return visible.slice(0, end).filter((step) => isPrunable(ledger, step, respectsRestored));
}

/** Position of the first step of the tail: whole steps that hold `messages` messages or more, one at least. */
export function tailStart(visible: readonly Step[], messages: number): number {
  let toKeep = messages;
  let start = visible.length - 1;
  for (let newest = visible[start]; newest !== undefined && start > 0; newest = visible[start]) {
    toKeep -= messagesOf(newest);
    if (toKeep <= 0) break;
    start -= 1;
  }
  return Math.max(0, start);
}

function messagesOf(step: Step): number {
  return 1 + step.results.length;
}

function isPrunable(ledger: ContextLedger, step: Step, respectsRestored: boolean): boolean {
  const { anchor } = step;
  if (ledger.message(anchor).role === 'system' || ledger.isPinned(step)) return false;
  if (respectsRestored && ledger.isRestored(step)) return false;
  return anchor !== ledger.firstUserIndex && anchor !== ledger.currentUserIndex;
}
