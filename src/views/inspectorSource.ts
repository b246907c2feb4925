import type { Event, Uri } from 'vscode';
import type { InspectorEvents } from '../protocol/inspector';
import type { PreviewWishes } from '../protocol/preview';
import type { SessionWorkerApi } from '../worker/api';

/** What a page asks of its session and the worker answers as it stands. */
export type PageQuestion =
  | 'snapshot'
  | 'seen'
  | 'series'
  | 'rows'
  | 'locate'
  | 'heading'
  | 'nextHit'
  | 'nextFateChange'
  | 'detail'
  | 'decision'
  | 'isCurrent'
  | 'preview'
  | 'setTrack';

/** A session an inspector shows, live or from a file. */
export interface InspectorSource {
  /** Unique among the open sessions; part of the addresses of its read-only documents. */
  readonly id: string;
  /** In words, as it is now. */
  readonly title: string;
  readonly worker: Pick<
    SessionWorkerApi,
    | PageQuestion
    | 'messageAt'
    | 'sessionTitles'
    | 'beginExport'
    | 'continueExport'
    | 'exportReport'
    | 'endExport'
    | 'whatIf'
    | 'cancelWhatIf'
    | 'statistics'
  >;
  /** What its calls are made to, as it is now; null for a file. */
  readonly connection: { readonly provider: string; readonly model: string; readonly window: number } | null;
  /** Resolves when the worker has read the session; rejects with words fit to be shown. */
  readonly ready: Promise<void>;
  /** Resolves when the worker has something to show, be it the beginning of a large file; rejects as `ready` does. */
  readonly shown: Promise<void>;
  /** The session, or the settings it is seen under, changed. */
  readonly onDidChange: Event<void>;
  readonly onProgress: Event<InspectorEvents['progress']>;
  readonly onWhatIfProgress: Event<InspectorEvents['whatIfProgress']>;
  /** The session cannot be shown any longer; the message is fit to be shown. */
  readonly onDidFail: Event<Error>;
  /** The file behind the session, where lines can be shown. */
  readonly file: Uri | null;
  /** Shows another session of the file, from 0; null where it can hold one only. */
  readonly showSession: ((session: number) => Promise<void>) | null;
  /** Shows a session of the file again that showed before a reload; nothing happens where there is none, or one was chosen. */
  readonly restoreSession: ((session: number) => Promise<void>) | null;
  /** Null: the session is a file, which cannot be changed. */
  readonly actions: {
    setPinned(index: number, pinned: boolean): Promise<void>;
    undo(decisionId: string): Promise<void>;
    restore(index: number): Promise<void>;
    /** Pins what is wished pinned, then compacts. Rejects while the agent is at work; then nothing is changed. */
    compact(wishes: PreviewWishes): Promise<void>;
  } | null;
}
