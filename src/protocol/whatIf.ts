import type { CallPoint } from './inspectorFacts';
import type { CompressionStatistics } from './statistics';
import type { CountMethod, Fate } from './terms';

/** What a whole session comes to under one set of settings, or as it went. */
export interface RunFigures {
  readonly model: string;
  readonly counted: CountMethod;
  readonly window: number;
  readonly reserve: number;
  readonly messages: number;
  /** Messages per fate at the end; they sum to `messages`. */
  readonly fates: Readonly<Record<Fate, number>>;
  /** Tokens of the whole input at the end. */
  readonly contextTokens: number;
  /** Over all calls. What summaries take is estimated where none was written by a model. */
  readonly statistics: CompressionStatistics;
  /** Calls whose input is more than the window less the reserve. */
  readonly callsThatDoNotFit: number;
  readonly facts: FactSurvival;
}

/** The survival check over a whole session, in facts, at its end. */
export interface FactSurvival {
  readonly found: number;
  /** Word for word in the context. */
  readonly inContext: number;
  /** Not there, but behind a pointer. */
  readonly reachable: number;
  /** Neither. */
  readonly lost: number;
}

/** Messages that are another than before. */
export interface FateChange {
  readonly from: Fate;
  readonly to: Fate;
  readonly count: number;
}

/** Two runs over one session, side by side. */
export interface RunComparison {
  readonly before: RunFigures;
  readonly after: RunFigures;
  /** As the session went, where that is not what a replay says: a live session, a recording. */
  readonly went: RunFigures | null;
  readonly changes: readonly FateChange[];
  /** Of `after`, for the chart: a call each, or neighbours merged as in the session's own. */
  readonly points: readonly CallPoint[];
}
