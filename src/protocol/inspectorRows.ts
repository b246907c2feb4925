import type { CacheCost } from './preview';
import type { Fate, Role, Strategy } from './terms';

export interface RowFilter {
  /** Empty: all. */
  readonly fates: readonly Fate[];
  readonly roles: readonly Role[];
  readonly tools: readonly string[];
  /** Searched in originals, ignoring case. Empty: no search. */
  readonly text: string;
  /** Only messages whose fate differs between the tracks. */
  readonly differs?: boolean;
}

export interface RowsRequest {
  readonly filter: RowFilter;
  readonly from: number;
  readonly count: number;
  readonly known?: string;
}

export interface MessageRow {
  readonly kind: 'message';
  readonly index: number;
  readonly turn: number;
  readonly role: Role;
  readonly fate: Fate;
  /** Its fate on the other track, where that is another one. */
  readonly otherFate: Fate | null;
  /** One line, at most 200 characters, control characters removed. */
  readonly title: string;
  readonly toolName: string | null;
  readonly tokensOriginal: number;
  readonly tokensInContext: number;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly isError: boolean;
  readonly hasMedia: boolean;
  readonly synthetic: 'summary' | 'injected' | null;
}

/** How far a summary had to step down: ④, then ⑤ levels 1 to 3. */
export type SummaryLevel = 'full' | 'withoutOversized' | 'outline' | 'notice';

/** How a summary came about, and what of the originals stands in it. */
export interface SummaryFacts {
  readonly level: SummaryLevel;
  /** Null where no model had a part in it. */
  readonly model: string | null;
  /** Requests the text was split into. */
  readonly chunks: number;
  /** What was wrong at the levels tried before; the fault by the engine's name for it. */
  readonly faults: readonly { readonly level: SummaryLevel; readonly fault: string; readonly detail?: string }[];
  /** Messages left out for their size. */
  readonly oversized: number;
  /** The survival check, in facts: found in what is replaced; in the summary; listed beside it; behind pointers. */
  readonly facts: {
    readonly found: number;
    readonly inSummary: number;
    readonly listed: number;
    readonly reachable: number;
  };
  /** Tokens of the summary's own calls, where the provider said so. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
}

export interface DecisionRow {
  readonly kind: 'decision';
  readonly id: string;
  readonly strategy: Strategy;
  readonly layer: 1 | 2 | 3;
  /** One sentence: what was done and why. */
  readonly title: string;
  readonly call: number | null;
  readonly messageCount: number;
  /** Of these messages, those put back since: for them it holds no longer. */
  readonly putBackCount: number;
  /** Of the whole input when it was taken. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** What it frees now: less what came back with messages put back; 0 once it is undone. */
  readonly freedTokens: number;
  readonly undone: boolean;
  /** Null for decisions of an older version. */
  readonly cache: CacheCost | null;
  /** For ④ and ⑤. */
  readonly summary: SummaryFacts | null;
}

export interface TurnRow {
  readonly kind: 'turn';
  readonly turn: number;
  readonly title: string;
  readonly messageCount: number;
  readonly tokensOriginal: number;
  readonly tokensInContext: number;
}

export type Row = MessageRow | DecisionRow | TurnRow;

export interface RowsPage {
  readonly revision: number;
  /** What the rows are as of. Whoever holds them sends it along when asking again. */
  readonly version: string;
  /** Rows that pass the filter, in all. */
  readonly total: number;
  /** Messages among them. */
  readonly matchingMessages: number;
  readonly from: number;
  /** Places of `rows` in the page, from 0; the rows at other places are as they were held. Null: `rows` are the page. */
  readonly offsets: readonly number[] | null;
  readonly rows: readonly Row[];
}
