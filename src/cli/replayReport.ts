import {
  touchedIndexes,
  type CacheEffect,
  type CountMethod,
  type Decision,
  type Fate,
  type SummaryReport,
} from '../engine/decision';
import type { RecordedFacts, TranscriptProblem } from '../transcripts/transcript';

/** What `--json` prints. Tokens in tokens, times in milliseconds, fates in messages. */
export interface ReplayReport {
  readonly format: string;
  readonly title: string;
  readonly model: string | null;
  readonly window: number;
  readonly reserve: number;
  readonly messages: number;
  readonly problems: readonly TranscriptProblem[];
  /** One a recorded call, plus one for the end of the session. */
  readonly calls: readonly CallReport[];
  readonly fates: Readonly<Record<Fate, number>>;
  readonly tokens: { readonly original: number; readonly context: number; readonly counted: CountMethod };
  /** Words for what must stay and alone exceeds the limit at the end, or null. */
  readonly tooLarge: string | null;
  readonly recorded?: RecordedFacts;
  readonly warnings: readonly string[];
  readonly timings: { readonly readMs: number; readonly loadMs: number; readonly replayMs: number };
}

export interface CallReport {
  readonly call: number;
  readonly historyLength: number;
  readonly inputTokensBefore: number;
  readonly inputTokensAfter: number;
  readonly decisions: readonly DecisionReport[];
  readonly tooLarge: string | null;
}

export interface DecisionReport {
  readonly id: string;
  readonly strategy: Decision['strategy'];
  readonly layer: Decision['layer'];
  readonly trigger: Decision['trigger'];
  /** Indexes of the messages it touched. */
  readonly messages: readonly number[];
  /** Files of the archive it points to. */
  readonly pointers: readonly string[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly counted: CountMethod;
  /** Tokens read anew once, and saved by each later call. */
  readonly cache?: CacheEffect;
  /** How a summary came about. */
  readonly summary?: SummaryReport;
}

export function reportDecision(decision: Decision): DecisionReport {
  const { id, strategy, layer, trigger, tokensBefore, tokensAfter, counted, cache, summary } = decision;
  const messages = touchedIndexes(decision);
  return {
    id,
    strategy,
    layer,
    trigger,
    messages,
    pointers: pointersOf(decision),
    tokensBefore,
    tokensAfter,
    counted,
    ...(cache === undefined ? {} : { cache }),
    ...(summary === undefined ? {} : { summary }),
  };
}

function pointersOf({ edits, removal }: Decision): readonly string[] {
  const pointers = edits.flatMap((edit) => (edit.kind === 'replace' ? edit.pointers : (edit.pointer ?? [])));
  return removal?.pointer == null ? pointers : [...pointers, removal.pointer];
}
