import type { Decision } from './decision';
import type { Message, Usage } from './message';

/**
 * A session on disk: JSON lines, one entry a line, appended and never rewritten. History, decisions, pins and usage are
 * all folds over these entries.
 */

export const JOURNAL_VERSION = 1;

export interface HeaderEntry {
  readonly type: 'header';
  readonly version: number;
  readonly sessionId: string;
  readonly title: string;
  readonly createdAt: number;
  readonly provider: string;
  readonly model: string;
  /** Tokens. */
  readonly window: number;
  readonly reserve: number;
  /** Folder the agent worked in. */
  readonly workspace?: string;
  /** The session this one came from. */
  readonly origin?: SessionOrigin;
  /** The program whose conversation the gateway serves; missing for a session of the chat. */
  readonly client?: string;
}

/** `forks`: the same history up to there, then another way. `continues`: summary, todos and pins carried over. */
export interface SessionOrigin {
  readonly relation: 'forks' | 'continues';
  readonly sessionId: string;
  /** Messages of that session that were taken over or stood in it at that moment. */
  readonly historyLength: number;
}

export interface MessageEntry {
  readonly type: 'message';
  readonly message: Message;
}

export interface DecisionEntry {
  readonly type: 'decision';
  readonly decision: Decision;
}

/** Takes a decision back; from here on the context is as if it had not been taken. */
export interface UndoEntry {
  readonly type: 'undo';
  readonly decisionId: string;
}

/** Puts one message back, with what belongs to its step; the decisions that took it hold for the others. */
export interface RestoreEntry {
  readonly type: 'restore';
  readonly index: number;
}

export interface PinEntry {
  readonly type: 'pin';
  readonly index: number;
  readonly pinned: boolean;
}

/** One request to the model, written when its reply is complete. */
export interface CallEntry {
  readonly type: 'call';
  /** Length of the history the request was rendered from. */
  readonly historyLength: number;
  /** Tokens of the input as Strata counted it. */
  readonly inputTokens: number;
  readonly usage?: Usage;
  readonly model: string;
}

/** The model or its limits changed; the newest one holds. */
export interface ModelEntry {
  readonly type: 'model';
  readonly provider: string;
  readonly model: string;
  readonly window: number;
  readonly reserve: number;
  /** The window is what an overflow error named, nearer the truth than any table or setting above it. */
  readonly learned?: boolean;
}

export interface TitleEntry {
  readonly type: 'title';
  readonly title: string;
}

/** What the memory holds from here on; it stands in the system prompt, out of reach of every strategy. */
export interface MemoryEntry {
  readonly type: 'memory';
  /** Markdown, the whole of it; empty for none. */
  readonly text: string;
}

/** Another session came from this one. */
export interface LinkEntry {
  readonly type: 'link';
  readonly relation: 'forkedTo' | 'continuedIn';
  readonly sessionId: string;
}

export type JournalEntry =
  | HeaderEntry
  | MessageEntry
  | DecisionEntry
  | UndoEntry
  | RestoreEntry
  | PinEntry
  | CallEntry
  | ModelEntry
  | TitleEntry
  | MemoryEntry
  | LinkEntry;
