import type { Looking } from './perspective';
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
  /** Only messages that decisions of these layers hold for, and these decisions. Empty or left out: all. */
  readonly layers?: readonly DecisionRow['layer'][];
  /** Only what a tool gave as an error, and what was read from a record that had a problem. */
  readonly problems?: boolean;
  /** The request of what-if that fates are held against; left out: none, or it is not known any more. */
  readonly whatIf?: string;
  /** Only messages whose fate that would change. */
  readonly changes?: boolean;
}

/** The turns of which only the heading is listed. */
export interface Folding {
  readonly mode: 'named' | 'allBut';
  /** Numbers of turns. */
  readonly turns: readonly number[];
}

/** Which rows are listed. */
export interface RowList extends Looking {
  readonly filter: RowFilter;
  /** Left out: every turn shows whole. */
  readonly folding?: Folding;
}

export interface RowsRequest extends RowList {
  /** Words whose place in the original is told with each row. Empty or left out: none. */
  readonly search?: string;
  readonly from: number;
  readonly count: number;
  readonly known?: string;
}

/** Where a row stands among those listed. */
export interface RowPlace {
  readonly position: number;
  /** The turn it is folded away in, whose heading the position is then; null where it shows. */
  readonly foldedIn: number | null;
}

/** From where one goes on to the next row of a kind. */
export interface StepRequest extends Looking {
  readonly filter: RowFilter;
  /** Index of a message; null: none, so that forward begins with the first and backward with the last. */
  readonly from: number | null;
  readonly direction: 'forward' | 'backward';
}

/** The hits of a search, of which each message counts as one. */
export interface HitStep {
  readonly count: number;
  /** The one stepped to: index of its message, and which of all it is, from 1. Null without any. */
  readonly hit: { readonly index: number; readonly number: number } | null;
}

/** Where the words searched for stand in an original. */
export interface RowHit {
  /** How often, up to `MOST_HITS` of the host. */
  readonly count: number;
  /** The first place on one line, in three pieces. */
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

export interface MessageRow {
  readonly kind: 'message';
  readonly index: number;
  readonly turn: number;
  readonly role: Role;
  readonly fate: Fate;
  /** Its fate on the other track, where that is another one. */
  readonly otherFate: Fate | null;
  /** Its fate under what-if, where that is another one. */
  readonly wouldBe?: Fate;
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
  /** What was wrong with the record it was read from; left out where nothing was. */
  readonly problem?: string;
  /** Left out where nothing is searched for, and where nothing was found in it. */
  readonly hit?: RowHit;
  /** Seen at a call: it came since the call before, or its fate was changed since. */
  readonly since?: 'new' | 'changed';
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
  /** Its messages by fate; those without any are left out. */
  readonly fates: Readonly<Partial<Record<Fate, number>>>;
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
