import type { DecisionDetail, DetailSubject, MessageDetail } from './inspectorDetail';
import type { InspectorFacts, InspectorSnapshot, SeriesChange } from './inspectorFacts';
import type { HitStep, RowList, RowPlace, RowsPage, RowsRequest, StepRequest } from './inspectorRows';
import type { Looking, Perspective } from './perspective';
import type { SeenFacts } from './seenFacts';
import type { CompactionPreview, PreviewWishes } from './preview';
import type { StatisticsFacts } from './statistics';
import type { AppliedWish, SettingTarget, WhatIfAnswer, WhatIfOptions, WhatIfQuestion, WhatIfWish } from './whatIf';

/**
 * What the inspector shows. The host owns every fact here; the webview asks for windows of rows and keeps view state only.
 * Numbers of tokens say how they were got.
 */

/** Asked by the webview, answered by the host. */
export interface InspectorHostApi {
  snapshot(): Promise<InspectorSnapshot>;
  /**
   * What is seen from elsewhere than now; null where that is what `known` was the version of. `rows`, `locate`, `detail`,
   * `decision`, `isCurrent` and `openDiff` answer from there where they are given the same perspective.
   */
  seen(params: { readonly perspective: Perspective; readonly known?: string }): Promise<SeenFacts | null>;
  /** What the series of a snapshot have more than those of a `seriesVersion`. */
  series(params: { readonly known: string }): Promise<SeriesChange>;
  /** `known`: version of the same page of the same filter as it is held. */
  rows(params: RowsRequest): Promise<RowsPage>;
  /** Where a message stands among the rows listed, or null when it does not pass the filter. */
  locate(params: RowList & { readonly index: number }): Promise<RowPlace | null>;
  /** Position of the heading of the turn a row stands in; null before the first turn. */
  heading(params: RowList & { readonly position: number }): Promise<number | null>;
  /** The next hit of a search among the messages that pass the filter; behind the last one comes the first. */
  nextHit(params: StepRequest & { readonly text: string }): Promise<HitStep>;
  /** The next message that passes the filter and has another fate than the one before it; null where there is none. */
  nextFateChange(params: StepRequest): Promise<number | null>;
  detail(params: Looking & { readonly index: number }): Promise<MessageDetail>;
  decision(params: Looking & { readonly id: string }): Promise<DecisionDetail>;
  /** Whether a detail of that version would read the same now. */
  isCurrent(params: Looking & { readonly subject: DetailSubject; readonly version: string }): Promise<boolean>;
  /** Opens the original in an editor (archived file, or a read-only document). */
  openOriginal(params: { readonly index: number }): Promise<void>;
  /** Opens VS Code's diff of the original and what the model sees. */
  openDiff(params: Looking & { readonly index: number }): Promise<void>;
  openSetting(params: { readonly setting: string }): Promise<void>;
  /** `byteOffset`: where the line begins, where that is known. */
  openSourceLine(params: { readonly line: number; readonly byteOffset?: number | undefined }): Promise<void>;
  /** Lets the user choose another session of the file. */
  chooseSession(): Promise<void>;
  /** Shows the session of the file that showed before the window was reloaded, unless one was chosen since. */
  restoreSession(params: { readonly session: number }): Promise<void>;
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
  whatIfOptions(): Promise<WhatIfOptions>;
  /** Null where it was cancelled. */
  whatIf(params: WhatIfQuestion): Promise<WhatIfAnswer | null>;
  cancelWhatIf(params: { readonly request: string }): Promise<void>;
  /** Writes what is wished into the settings: exactly what is other than it is. */
  applyWhatIf(params: { readonly wish: WhatIfWish; readonly target: SettingTarget }): Promise<AppliedWish>;
  openSettingsFile(params: { readonly target: SettingTarget }): Promise<void>;
  /** Puts a text into the clipboard. */
  copyText(params: { readonly text: string }): Promise<void>;
  statistics(): Promise<StatisticsFacts>;
  /** Sets the sums over all sessions to zero. */
  resetStatistics(): Promise<void>;
}

/** Told by the host. Every event is complete in itself, as a hidden webview may miss the ones before. */
export interface InspectorEvents {
  /** Where `seriesVersion` is not the known one, the page asks for what is new in the series. */
  changed: { readonly facts: InspectorFacts };
  progress: { readonly text: string; readonly share: number | null } | null;
  failed: { readonly message: string };
  reveal: DetailSubject;
  /** The settings are others than before. */
  whatIfOptions: WhatIfOptions;
  /** How far the runs of a question are, 0 to 1. */
  whatIfProgress: { readonly request: string; readonly share: number };
  /** The sums over all sessions are others than before. */
  statistics: StatisticsFacts['overall'];
}
