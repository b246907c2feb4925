import type { InspectorFacts } from './inspectorFacts';
import type { DecisionRow } from './inspectorRows';
import type { Fate } from './terms';

/** What is other at a call than it was at the one before. */
export interface CallChange {
  /** Index of the first message that came since, and how many came. */
  readonly firstNew: number;
  readonly newMessages: number;
  /** Tokens of the call before; null for the first call. */
  readonly previousTokens: number | null;
  /** How much of the input before begins this one, 0 to 1; null where that is not known. */
  readonly cachedShare: number | null;
  /** The first decisions taken since, and how many there are. */
  readonly decisions: readonly DecisionRow[];
  readonly decisionCount: number;
  /** Messages whose fate became another one since, by what it became. */
  readonly changedFates: Readonly<Record<Fate, number>>;
}

/** What is seen from a perspective that is not now. */
export interface SeenFacts {
  /** Stays the same as long as everything reads the same from there. */
  readonly version: string;
  /** As they are from there; what the session is, how many calls it has and their series are told as of now. */
  readonly facts: InspectorFacts;
  readonly change: CallChange;
}
