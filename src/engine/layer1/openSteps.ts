import type { ContextLedger, MessageState } from '../ledger';
import type { Step } from '../stepIndex';

/** Tokens a marker and its pointer take, for choosing candidates before anything is archived. */
const REPLACEMENT_TOKENS = 24;

/** Tokens that are about to be saved where a marker and a pointer take the place of a result. */
export function savingOf({ tokensInContext }: MessageState): number {
  return tokensInContext - REPLACEMENT_TOKENS;
}

/** What was found in a ledger, which holds until its next decision: until then the context only grows. */
interface Found {
  readonly isWanted: (toolName: string) => boolean;
  /** Decisions there were. */
  readonly decisions: number;
  /** Steps in the context that were looked at. */
  seen: number;
  readonly steps: Step[];
}

const known = new WeakMap<ContextLedger, Found>();

/**
 * The steps in the context with results that ② has not replaced yet, oldest first. Above its threshold ② looks for them
 * before every call, mostly in vain, so only what came since is looked at.
 *
 * @param isWanted whether results of a tool may be replaced
 */
export function openSteps(ledger: ContextLedger, isWanted: (toolName: string) => boolean): readonly Step[] {
  const { visible } = ledger.steps;
  const found = foundIn(ledger, isWanted);
  for (; found.seen < visible.length; found.seen++) {
    const step = visible[found.seen];
    if (step !== undefined && isOpen(ledger, step, isWanted)) found.steps.push(step);
  }
  return found.steps;
}

function foundIn(ledger: ContextLedger, isWanted: Found['isWanted']): Found {
  const before = known.get(ledger);
  const decisions = ledger.decisions.length;
  if (before !== undefined && before.decisions === decisions && before.isWanted === isWanted) return before;
  const found = { isWanted, decisions, seen: 0, steps: [] };
  known.set(ledger, found);
  return found;
}

function isOpen(ledger: ContextLedger, step: Step, isWanted: Found['isWanted']): boolean {
  if (step.unanswered.size > 0) return true;
  for (const index of step.results) {
    const state = ledger.state(index);
    if (savingOf(state) <= 0 || state.content?.kind === 'replace') continue;
    if (isWanted(ledger.message(index).toolName ?? '')) return true;
  }
  return false;
}
