import type { CountMethod, Fate } from './terms';
import type { SessionUsage } from './usage';

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
  /** Why the file cannot be read on, in words: it is gone, or unreadable. Null while it can; what was read of it stays. */
  readonly lostFile: string | null;
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
