import type { ArchiveEntry } from '../engine/archive';
import type { BatchKind } from '../engine/cascade';
import type { Decision } from '../engine/decision';
import type { JournalEntry } from '../engine/journal';
import type { SummarizerFailureReason, SummaryReply, SummaryRequest } from '../engine/layer3/summarizer';
import type { EngineSettings } from '../engine/settings';
import type { ModelOverrides } from '../models/profileOverrides';
import type { DecisionDetail, DetailSubject, MessageDetail } from '../protocol/inspectorDetail';
import type { InspectorSnapshot, SeriesChange } from '../protocol/inspectorFacts';
import type { HitStep, RowList, RowPlace, RowsPage, RowsRequest, StepRequest } from '../protocol/inspectorRows';
import type { Looking, Perspective } from '../protocol/perspective';
import type { SeenFacts } from '../protocol/seenFacts';
import type { CompactionPreview, PreviewWishes } from '../protocol/preview';
import type { CompressionStatistics } from '../protocol/statistics';
import type { RunComparison } from '../protocol/whatIf';
import type { ExportFormat, ExportScope } from '../transcripts/exports/exportItem';
import type { PersonalSecrets } from '../transcripts/exports/redaction/finding';
import type { RedactionReport } from '../transcripts/exports/redaction/redaction';

/**
 * What runs off the extension host's thread for one session: reading files, counting tokens, deciding, and the read model
 * of the inspector. The host sends new entries and gets facts; nothing proportional to the session crosses per call.
 */
export interface SessionWorkerApi {
  /** Reads a transcript and replays the engine over it. Reports progress; rejects with the reader's message. */
  openTranscript(params: {
    readonly path: string;
    readonly settings: EngineSettings;
    /** Where it is opened anew: those of the first time, under which a session of ours shows as it was recorded. */
    readonly settingsAtFirst?: EngineSettings;
    /** Overrides what the file says. */
    readonly model: string | null;
    /** Which of several sessions in the file, from 0; left out or null: the one its format chooses. */
    readonly session?: number | null;
    /** Tokens; null: by model profile. */
    readonly window: number | null;
    /** Tokens. */
    readonly reserve: number;
    /** What the user says of models. */
    readonly overrides?: ModelOverrides;
  }): Promise<void>;
  /** Starts an empty live session; entries follow by `append`. */
  openLive(params: { readonly settings: EngineSettings; readonly overrides?: ModelOverrides }): Promise<void>;
  /** Journal entries in order. Decisions this worker itself planned are recognised by id and not applied twice. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** New thresholds. A transcript is replayed under them; a live session uses them from its next call on. */
  configure(params: { readonly settings: EngineSettings }): Promise<void>;
  /** Which track of another agent's session shows; the others have one only. */
  setTrack(params: { readonly track: 'recorded' | 'replayed' }): Promise<void>;
  /** Tokens of the tool definitions sent with each call; they take room in the window. */
  setToolSchemas(params: { readonly json: string }): Promise<void>;
  plan(params: PlanRequest): Promise<Plan>;
  /** What a plan of kind `command` would do now, computed on a copy. Live sessions only. */
  preview(params: PreviewWishes): Promise<CompactionPreview>;
  /**
   * Writes a summary aside; the next plan swaps it in. Resolves true when it is ready, false where there is nothing to
   * summarize, another one is being written, or it was stopped.
   */
  summarize(params: SummarizeRequest): Promise<boolean>;
  /**
   * What another session needs to go on from this one; nothing is taken out here. Null when a summary is being written
   * already, or this one was stopped.
   */
  carryOver(params: { readonly summarizer: SummarizerFacts | null }): Promise<CarryOver | null>;
  /** An answer to the event `summaryWanted`. */
  answerSummary(params: SummaryAnswer): Promise<void>;
  /** `skip`: goes on without the model, keeping what it wrote. `stop`: gives the summary up. */
  endSummary(params: { readonly how: 'skip' | 'stop' }): Promise<void>;
  snapshot(): Promise<InspectorSnapshot>;
  /** What is seen from elsewhere than now; null where that is what `known` was the version of. */
  seen(params: { readonly perspective: Perspective; readonly known?: string }): Promise<SeenFacts | null>;
  /** What the series of a snapshot have more than those of a `seriesVersion`: of a size that does not grow with them. */
  series(params: { readonly known: string }): Promise<SeriesChange>;
  /** Of a page held as of version `known`, only what changed since. */
  rows(params: RowsRequest): Promise<RowsPage>;
  /** See `InspectorHostApi`, as of the others that it answers with. */
  locate(params: RowList & { readonly index: number }): Promise<RowPlace | null>;
  heading(params: RowList & { readonly position: number }): Promise<number | null>;
  nextHit(params: StepRequest & { readonly text: string }): Promise<HitStep>;
  nextFateChange(params: StepRequest): Promise<number | null>;
  detail(params: Looking & { readonly index: number; readonly clipCharacters: number }): Promise<MessageDetail>;
  decision(params: Looking & { readonly id: string; readonly clipCharacters: number }): Promise<DecisionDetail>;
  /** The message that was read from a line of the file, from 1, where words tell which of several; null without messages. */
  messageAt(params: { readonly line: number; readonly words: string | null }): Promise<number | null>;
  /** Titles of the sessions in the file, in its order; empty where it holds one. */
  sessionTitles(): Promise<readonly string[]>;
  /** Whether a detail of that version would read the same now. */
  isCurrent(params: Looking & { readonly subject: DetailSubject; readonly version: string }): Promise<boolean>;
  /** What the session comes to under other conditions, in slices, with `whatIfProgress`. Null where it was cancelled. */
  whatIf(params: WhatIfRequest): Promise<RunComparison | null>;
  cancelWhatIf(params: { readonly request: string }): Promise<void>;
  /** What compression did in the session as it shows. */
  statistics(): Promise<CompressionStatistics>;
  /** Prepares the one export there is at a time, of the session as it is now. */
  beginExport(params: ExportWish): Promise<void>;
  /** Works at it for a moment; resolves with the share of the step that is done, and is asked again until that is 1. */
  continueExport(params: ExportStep): Promise<number>;
  /** What of it is to be masked, as far as it was searched. */
  exportReport(): Promise<RedactionReport>;
  /** Gives up what is not done. */
  endExport(): Promise<void>;
}

export type PlanRequest =
  | { readonly kind: 'beforeCall' }
  /** The provider refused; `attempt` from 1. Its own figures, where it gave them, in tokens. */
  | {
      readonly kind: 'overflow';
      readonly attempt: number;
      readonly windowTokens: number | null;
      readonly inputTokens: number | null;
      /** Layer 3 can be asked for before what habit protects gives way. */
      readonly canSummarize: boolean;
    }
  /** `skip`: batches the user does not want. */
  | { readonly kind: 'command'; readonly skip?: readonly BatchKind[] }
  /** Only a summary that is ready. */
  | { readonly kind: 'swap' };

/** What is known of the model that writes summaries. */
export interface SummarizerFacts {
  readonly model: string;
  /** Tokens. */
  readonly windowTokens: number;
}

export interface SummarizeRequest {
  /** `planned`: what the newest plan asked for. `command`: the user did. */
  readonly reason: 'planned' | 'command';
  /** Null where no model can be asked. */
  readonly summarizer: SummarizerFacts | null;
}

/** What is worth having of a session where another one goes on. */
export interface CarryOver {
  /** Of all that may be summarized; null where that is too little. */
  readonly summary: string | null;
  /** Messages it does not stand for, by index; without the system's and the pinned ones. */
  readonly verbatim: readonly number[];
  readonly openTodos: readonly string[];
  /** Archive file with what was not in the archive yet; null where everything is out already. */
  readonly pointer: string | null;
  readonly originals: readonly ArchiveEntry[];
}

export type SummaryAnswer = { readonly id: string } & (
  { readonly reply: SummaryReply } | { readonly failure: SummarizerFailureReason; readonly detail: string }
);

export interface Plan {
  readonly decisions: readonly Decision[];
  /** Originals to be written before the decisions are journaled. */
  readonly originals: readonly ArchiveEntry[];
  /** Tokens of the input once the decisions hold. */
  readonly inputTokens: number;
  /** Set when no plan fits: what is too large, in words. */
  readonly tooLarge: string | null;
  /** A summary is wanted: `aside` while the work goes on, `first` before the call is tried again. */
  readonly summary: 'aside' | 'first' | null;
}

/** What a session is replayed under. */
export interface WhatIfConditions {
  readonly settings: EngineSettings;
  /** Null: the session's own. */
  readonly model: string | null;
  /** Tokens; null: as they are. A window of null is that of the model; the reserve is the wanted one. */
  readonly limits: { readonly window: number | null; readonly reserve: number } | null;
}

export interface WhatIfRequest {
  /** Names the request, to cancel it and to show rows by it. */
  readonly request: string;
  /** What it is held against; null: the session as it went. */
  readonly before: WhatIfConditions | null;
  readonly after: WhatIfConditions;
}

export interface ExportWish {
  readonly format: ExportFormat;
  readonly scope: ExportScope;
  /** The model call at which history and context are shown, from 0; null for now. */
  readonly call: number | null;
  /** What is to be masked beside what looks like a secret. */
  readonly personal: PersonalSecrets;
}

/** Searching for secrets comes first, unless the file is not to be masked. */
export type ExportStep =
  { readonly step: 'search' } | { readonly step: 'write'; readonly path: string; readonly masked: boolean };

/** Pushed by the worker. */
export interface SessionWorkerEvents {
  progress: { readonly text: string; readonly share: number | null };
  changed: { readonly revision: number };
  whatIfProgress: { readonly request: string; readonly share: number };
  /** The host is to ask the summarizing model and to answer by the same id. */
  summaryWanted: { readonly id: string; readonly request: SummaryRequest };
  /** Requests of the summary under way. */
  summaryProgress: { readonly done: number; readonly total: number };
  /** Something was learnt of a model's tokenizer; worth keeping between sessions. */
  calibrated: { readonly book: unknown };
}
