import type { CacheCost, CompactionPreview, PreviewWishes } from './preview';
import type { CallUsage, SessionUsage } from './usage';

/**
 * What the inspector shows. The host owns every fact here; the webview asks for windows of rows and keeps view state only.
 * Numbers of tokens say how they were got.
 */

export type Fate = 'kept' | 'truncated' | 'compacted' | 'pruned' | 'summarized';
export type Role = 'system' | 'user' | 'assistant' | 'tool';
export type CountMethod = 'reported' | 'counted' | 'estimated';
export type Strategy = 'truncate' | 'compact' | 'prune' | 'summarizeFull' | 'summarizePartial';

/** Tokens of the context by what they are spent on. All in tokens. */
export interface Composition {
  readonly system: number;
  readonly tools: number;
  readonly memory: number;
  readonly user: number;
  readonly assistant: number;
  readonly toolResults: number;
  /** Summaries, with the line that opens each. */
  readonly summaries: number;
  /** What says that messages were removed, and the facts of them beside it. */
  readonly notices: number;
}

export interface Threshold {
  /** Full name of the setting, e.g. `strata.layer1.inputHeadroomRatio`. */
  readonly setting: string;
  /** Short words for the tick: `75 % compact`. */
  readonly label: string;
  readonly tokens: number;
}

export interface ProblemRow {
  readonly severity: 'error' | 'warning' | 'info';
  /** From 1. */
  readonly line: number;
  readonly byteOffset: number;
  readonly reason: string;
  /** Set on a row that stands for so many problems that are not listed. */
  readonly more?: number;
}

/** One pass before a model call: what the chart draws. */
export interface CallPoint {
  /** The first and the last call the point stands for; the same where it stands for one. */
  readonly firstCall: number;
  readonly call: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** What the decisions of all its calls took out of the input, tokens. */
  readonly savedTokens: number;
  /**
   * Tokens at the start of the input that stand there as in the call before, and tokens of the call before: the one by the
   * other is what the provider may have in its cache. Sums over the calls; both 0 where nothing is known.
   */
  readonly prefixTokens: number;
  readonly previousTokens: number;
  /** Decisions taken before these calls. */
  readonly decisionCount: number;
}

/** How much of the newest calls began as the call before each. */
export interface CachedPrefix {
  /** Calls that could be compared. */
  readonly calls: number;
  /** Others among the newest: their decisions, of an older version, do not say what they left as it was. */
  readonly unknownCalls: number;
  /** Of the tokens of those compared, 0 to 1. */
  readonly share: number;
}

/** What changes with every message; small and of a size that does not grow with the session. */
export interface InspectorFacts {
  readonly title: string;
  /**
   * Id of the live session, null for a file. The webview keeps it as `sessionId` in its saved state, so that the panel can
   * be opened again after a restart.
   */
  readonly sessionId: string | null;
  /** `live` sessions grow; a `transcript` is a file read once (and replayed through the engine). */
  readonly kind: 'live' | 'transcript';
  /** Null where the file holds one session only; else which of how many this is, from 0. */
  readonly sessions: { readonly shown: number; readonly count: number; readonly title: string } | null;
  /** Whether the file was written to since it was opened; what is written shows at once. */
  readonly isGrowing: boolean;
  /** Decisions as they are taken, as a file of ours records them, or as the engine takes them over a recording. */
  readonly track: 'live' | 'recorded' | 'replayed';
  /** Null where there is one track only; else the messages whose fates differ, null before that is known. */
  readonly tracks: { readonly differing: number | null } | null;
  /** Format of the file, or `strata`. */
  readonly format: string;
  readonly model: string;
  readonly window: number;
  readonly reserve: number;
  /** Tokens of the whole input now. */
  readonly contextTokens: number;
  /** Tokens of the whole history if nothing had been compressed. */
  readonly originalTokens: number;
  readonly counted: CountMethod;
  /** By how much the counts may be off, as a share of them (0.07: ± 7 %); null where that is not known. */
  readonly errorBand: number | null;
  readonly composition: Composition;
  readonly thresholds: readonly Threshold[];
  readonly messageCount: number;
  readonly turnCount: number;
  /** Messages per fate; they sum to `messageCount`. */
  readonly fates: Readonly<Record<Fate, number>>;
  readonly decisionCount: number;
  readonly savedTokens: number;
  /** Calls there were; the chart may show neighbours as one. */
  readonly callCount: number;
  /** Changes whenever calls, tools or problems of the snapshot do. */
  readonly seriesVersion: string;
  /** Set when even the strictest pass leaves more than the window: what is too large, in words. */
  readonly tooLarge: string | null;
  /** Set when what always stays is larger than what a compaction aims at: by how much and what is largest, in words. */
  readonly floor: string | null;
  /** Null before there are two calls to compare. */
  readonly cachedPrefix: CachedPrefix | null;
  readonly usage: SessionUsage;
  /** A summary that is being written, aside or waited for: requests done, and of how many as far as is known. */
  readonly summaryWriting: { readonly done: number; readonly total: number } | null;
  /** Grows with every change of the session or of the settings. */
  readonly revision: number;
}

export interface InspectorSnapshot extends InspectorFacts {
  /** For the chart; of a long session neighbours are merged, so that their number is bounded. */
  readonly calls: readonly CallPoint[];
  /** Tool names that occur, for the filter. */
  readonly tools: readonly string[];
  readonly problems: readonly ProblemRow[];
}

/** What is new in the series of a snapshot since a version of them. */
export interface SeriesChange {
  /** The version that holds after the change. */
  readonly seriesVersion: string;
  /** Points of the chart that stay, from the first on; `calls` follow them. */
  readonly keptCalls: number;
  readonly calls: readonly CallPoint[];
  /** Whether the tools known stay; `tools` are then further ones. */
  readonly keepsTools: boolean;
  readonly tools: readonly string[];
  /** Null: as they were. */
  readonly problems: readonly ProblemRow[] | null;
}

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

/** What the detail pane shows. */
export type DetailSubject =
  { readonly kind: 'message'; readonly index: number } | { readonly kind: 'decision'; readonly id: string };

/** One link in the chain of decisions that touched a message. */
export interface WhyStep {
  readonly decisionId: string;
  readonly strategy: Strategy;
  readonly layer: 1 | 2 | 3;
  readonly reason: 'threshold' | 'overflow' | 'command' | 'fit' | 'proactive' | 'recorded';
  /** What `thresholdTokens` is: what was passed; what the input was to come down to; or nothing, all that may go went. */
  readonly measure: 'threshold' | 'target' | 'none';
  /** The setting that says so; for `none`, the one that says what stays. Null for what another agent did. */
  readonly setting: string | null;
  /** For what another agent did: its file's own words and numbers. */
  readonly recorded: {
    readonly words: string;
    readonly tokensBefore: number | null;
    readonly tokensAfter: number | null;
  } | null;
  readonly measuredTokens: number;
  readonly thresholdTokens: number;
  /** Share of the window measured, 0 to 1 and beyond. */
  readonly measuredShare: number;
  /** Of the whole input, before and after the batch. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly batchSize: number;
  readonly undone: boolean;
  /** This message was put back since, by itself or with a batch that was undone; the decision may hold for others. */
  readonly putBack: boolean;
}

/** A text that may be long: the first characters and the whole length. */
export interface ClippedText {
  readonly text: string;
  /** Characters of the whole text. */
  readonly length: number;
}

/** What the model reads in a message's place: itself, what stands for all that were removed, or nothing. */
export type InContextKind = 'message' | 'notice' | 'summary' | 'nothing';

export interface MessageDetail {
  readonly revision: number;
  /** What the detail is as of, for `isCurrent`. */
  readonly version: string;
  readonly row: MessageRow;
  readonly original: ClippedText;
  readonly inContext: ClippedText;
  readonly inContextKind: InContextKind;
  /** The decision whose notice or summary stands for the message. */
  readonly coveredBy: DecisionRow | null;
  readonly why: readonly WhyStep[];
  /** Pointers into the archive where originals are. */
  readonly pointers: readonly string[];
  /** Line in the source file, if it came from one. */
  readonly sourceLine: number | null;
  readonly toolCallId: string | null;
  readonly model: string | null;
  /** Of the call that gave the reply; null for every other message, and where nothing is known of it. */
  readonly usage: CallUsage | null;
  readonly createdAt: number | null;
}

/** A message a decision touched. */
export interface CoveredMessage {
  readonly index: number;
  readonly role: Role;
  readonly fate: Fate;
  readonly title: string;
  readonly tokensOriginal: number;
  /** It was put back since. */
  readonly putBack: boolean;
}

export interface DecisionDetail {
  readonly revision: number;
  /** What the detail is as of, for `isCurrent`. */
  readonly version: string;
  readonly row: DecisionRow;
  /** Index of the message it stands before among the rows: the length of the history when it took effect. */
  readonly position: number;
  /** Of the calls its summary took; null where it asked no model. */
  readonly usage: CallUsage | null;
  /** The summary it wrote, or the facts it listed beside its notice; null where it did neither. */
  readonly text: ClippedText | null;
  /** The first ones; `row.messageCount` says how many there are. */
  readonly messages: readonly CoveredMessage[];
}

/** Asked by the webview, answered by the host. */
export interface InspectorHostApi {
  snapshot(): Promise<InspectorSnapshot>;
  /** What the series of a snapshot have more than those of a `seriesVersion`. */
  series(params: { readonly known: string }): Promise<SeriesChange>;
  /** `known`: version of the same page of the same filter as it is held. */
  rows(params: RowsRequest): Promise<RowsPage>;
  /** Position of a message among the rows that pass the filter, or null when it does not pass. */
  locate(params: { readonly filter: RowFilter; readonly index: number }): Promise<number | null>;
  detail(params: { readonly index: number }): Promise<MessageDetail>;
  decision(params: { readonly id: string }): Promise<DecisionDetail>;
  /** Whether a detail of that version would read the same now. */
  isCurrent(params: { readonly subject: DetailSubject; readonly version: string }): Promise<boolean>;
  /** Opens the original in an editor (archived file, or a read-only document). */
  openOriginal(params: { readonly index: number }): Promise<void>;
  /** Opens VS Code's diff of the original and what the model sees. */
  openDiff(params: { readonly index: number }): Promise<void>;
  openSetting(params: { readonly setting: string }): Promise<void>;
  /** `byteOffset`: where the line begins, where that is known. */
  openSourceLine(params: { readonly line: number; readonly byteOffset?: number | undefined }): Promise<void>;
  /** Lets the user choose another session of the file. */
  chooseSession(): Promise<void>;
  /** Live sessions only. */
  setPinned(params: { readonly index: number; readonly pinned: boolean }): Promise<void>;
  undo(params: { readonly decisionId: string }): Promise<void>;
  /** Puts one message back into the context, with the call or the results that belong to it. */
  restore(params: { readonly index: number }): Promise<void>;
  preview(params: PreviewWishes): Promise<CompactionPreview>;
  /** Does what `preview` showed for the same wishes. */
  compact(params: PreviewWishes): Promise<void>;
  exportSession(): Promise<void>;
  setTrack(params: { readonly track: 'recorded' | 'replayed' }): Promise<void>;
}

/** Told by the host. Every event is complete in itself, as a hidden webview may miss the ones before. */
export interface InspectorEvents {
  /** Where `seriesVersion` is not the known one, the page asks for what is new in the series. */
  changed: { readonly facts: InspectorFacts };
  progress: { readonly text: string; readonly share: number | null } | null;
  failed: { readonly message: string };
  reveal: DetailSubject;
}
