import type { ArchiveEntry } from '../engine/archive';
import type { Decision } from '../engine/decision';
import type { JournalEntry } from '../engine/journal';
import type { EngineSettings } from '../engine/settings';
import type { InspectorSnapshot, MessageDetail, RowFilter, RowsPage } from '../protocol/inspector';

/**
 * What runs off the extension host's thread for one session: reading files, counting tokens, deciding, and the read model
 * of the inspector. The host sends new entries and gets facts; nothing proportional to the session crosses per call.
 */
export interface SessionWorkerApi {
  /** Reads a transcript and replays the engine over it. Reports progress; rejects with the reader's message. */
  openTranscript(params: {
    readonly path: string;
    readonly settings: EngineSettings;
    /** Overrides what the file says. */
    readonly model: string | null;
    /** Tokens; null: by model profile. */
    readonly window: number | null;
    /** Tokens. */
    readonly reserve: number;
  }): Promise<void>;
  /** Starts an empty live session; entries follow by `append`. */
  openLive(params: { readonly settings: EngineSettings }): Promise<void>;
  /** Journal entries in order. Decisions this worker itself planned are recognised by id and not applied twice. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** New thresholds. A transcript is replayed under them; a live session uses them from its next call on. */
  configure(params: { readonly settings: EngineSettings }): Promise<void>;
  /** Tokens of the tool definitions sent with each call; they take room in the window. */
  setToolSchemas(params: { readonly json: string }): Promise<void>;
  plan(params: PlanRequest): Promise<Plan>;
  snapshot(): Promise<InspectorSnapshot>;
  rows(params: { readonly filter: RowFilter; readonly from: number; readonly count: number }): Promise<RowsPage>;
  /** Position of a message among the rows that pass the filter, or null when it does not pass. */
  locate(params: { readonly filter: RowFilter; readonly index: number }): Promise<number | null>;
  detail(params: { readonly index: number; readonly clipCharacters: number }): Promise<MessageDetail>;
  /** The whole session, or its context now, as text of a file. */
  exportText(params: {
    readonly format: 'markdown' | 'openai';
    readonly scope: 'history' | 'context';
  }): Promise<string>;
}

export type PlanRequest =
  | { readonly kind: 'beforeCall' }
  /** The provider refused; `attempt` from 1. Its own figures, where it gave them, in tokens. */
  | {
      readonly kind: 'overflow';
      readonly attempt: number;
      readonly windowTokens: number | null;
      readonly inputTokens: number | null;
    }
  | { readonly kind: 'command' };

export interface Plan {
  readonly decisions: readonly Decision[];
  /** Originals to be written before the decisions are journaled. */
  readonly originals: readonly ArchiveEntry[];
  /** Tokens of the input once the decisions hold. */
  readonly inputTokens: number;
  /** Set when no plan fits: what is too large, in words. */
  readonly tooLarge: string | null;
}

/** Pushed by the worker. */
export interface SessionWorkerEvents {
  progress: { readonly text: string; readonly share: number | null };
  changed: { readonly revision: number };
}
