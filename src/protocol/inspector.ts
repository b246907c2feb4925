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
  readonly summaries: number;
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
  readonly line: number;
  readonly byteOffset: number;
  readonly reason: string;
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
  /** Ids of the decisions taken before these calls. */
  readonly decisions: readonly string[];
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
  /** Decisions as they are taken, as a file of ours records them, or as the engine takes them over a recording. */
  readonly track: 'live' | 'recorded' | 'replayed';
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

export interface RowFilter {
  /** Empty: all. */
  readonly fates: readonly Fate[];
  readonly roles: readonly Role[];
  readonly tools: readonly string[];
  /** Searched in originals, ignoring case. Empty: no search. */
  readonly text: string;
}

export interface MessageRow {
  readonly kind: 'message';
  readonly index: number;
  readonly turn: number;
  readonly role: Role;
  readonly fate: Fate;
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

export interface DecisionRow {
  readonly kind: 'decision';
  readonly id: string;
  readonly strategy: Strategy;
  readonly layer: 1 | 2 | 3;
  /** One sentence: what was done and why. */
  readonly title: string;
  readonly call: number | null;
  readonly messageCount: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly undone: boolean;
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
  /** Rows that pass the filter, in all. */
  readonly total: number;
  /** Messages among them. */
  readonly matchingMessages: number;
  readonly from: number;
  readonly rows: readonly Row[];
}

/** One link in the chain of decisions that touched a message. */
export interface WhyStep {
  readonly decisionId: string;
  readonly strategy: Strategy;
  readonly layer: 1 | 2 | 3;
  readonly reason: 'threshold' | 'overflow' | 'command' | 'fit';
  readonly setting: string;
  readonly measuredTokens: number;
  readonly thresholdTokens: number;
  /** Share of the window measured, 0 to 1 and beyond. */
  readonly measuredShare: number;
  /** Of the whole input, before and after the batch. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly batchSize: number;
  readonly undone: boolean;
}

/** A text that may be long: the first characters and the whole length. */
export interface ClippedText {
  readonly text: string;
  /** Characters of the whole text. */
  readonly length: number;
}

export interface MessageDetail {
  readonly revision: number;
  readonly row: MessageRow;
  readonly original: ClippedText;
  readonly inContext: ClippedText;
  readonly why: readonly WhyStep[];
  /** Pointers into the archive where originals are. */
  readonly pointers: readonly string[];
  /** Line in the source file, if it came from one. */
  readonly sourceLine: number | null;
  readonly toolCallId: string | null;
  readonly model: string | null;
  readonly createdAt: number | null;
}

/** Asked by the webview, answered by the host. */
export interface InspectorHostApi {
  snapshot(): Promise<InspectorSnapshot>;
  rows(params: { readonly filter: RowFilter; readonly from: number; readonly count: number }): Promise<RowsPage>;
  /** Position of a message among the rows that pass the filter, or null when it does not pass. */
  locate(params: { readonly filter: RowFilter; readonly index: number }): Promise<number | null>;
  detail(params: { readonly index: number }): Promise<MessageDetail>;
  /** Opens the original in an editor (archived file, or a read-only document). */
  openOriginal(params: { readonly index: number }): Promise<void>;
  /** Opens VS Code's diff of the original and what the model sees. */
  openDiff(params: { readonly index: number }): Promise<void>;
  openSetting(params: { readonly setting: string }): Promise<void>;
  openSourceLine(params: { readonly line: number }): Promise<void>;
  /** Live sessions only. */
  setPinned(params: { readonly index: number; readonly pinned: boolean }): Promise<void>;
  undo(params: { readonly decisionId: string }): Promise<void>;
  exportSession(): Promise<void>;
}

/** Told by the host. Every event is complete in itself, as a hidden webview may miss the ones before. */
export interface InspectorEvents {
  /** Where `seriesVersion` is not the known one, the page asks for the snapshot. */
  changed: { readonly facts: InspectorFacts };
  progress: { readonly text: string; readonly share: number | null } | null;
  failed: { readonly message: string };
  reveal: { readonly index: number };
}
