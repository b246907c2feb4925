import type { Decision } from './decision';
import type { RestoreEntry, UndoEntry } from './journal';
import type { StepIndex } from './stepIndex';

/**
 * Indexes of the messages that an entry puts back, out of every decision taken before it: one message with its step, where
 * the results of a call go with it, or all that a removal took which is undone, also where a later summary has taken them
 * over.
 *
 * @param decisionOf the decision of an id, undone ones included
 */
export function messagesPutBack(
  entry: UndoEntry | RestoreEntry,
  steps: StepIndex,
  decisionOf: (id: string) => Decision | undefined,
): readonly number[] {
  switch (entry.type) {
    case 'undo':
      return decisionOf(entry.decisionId)?.removal?.indexes ?? [];
    case 'restore': {
      const step = steps.stepOf(entry.index);
      return step === undefined ? [entry.index] : [step.anchor, ...step.results];
    }
  }
}
