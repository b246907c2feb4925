import type { Fate } from '../engine/decision';
import type { JournalEntry } from '../engine/journal';
import type { Message, SourcePosition } from '../engine/message';

/** A session read from a file of any agent. */
export interface Transcript {
  /** Id of the format, e.g. `claude-code`. */
  readonly format: string;
  readonly title: string;
  readonly messages: readonly Message[];
  /** Lengths of the history at each recorded model call: call k saw `messages.slice(0, callBoundaries[k])`. */
  readonly callBoundaries: readonly number[];
  readonly problems: readonly TranscriptProblem[];
  /** The model most replies came from, where the file says. */
  readonly model?: string;
  readonly workspace?: string;
  /** Tokens of the model's context window, where the file says. */
  readonly contextWindow?: number;
  /** What the file itself says happened to the context, where it says anything. */
  readonly recorded?: RecordedFacts;
  /** For Strata's own sessions: the journal, so that the session can be shown as it was, with its decisions. */
  readonly journal?: readonly JournalEntry[];
  /** Where the file holds several sessions: their titles, in the order of the file, and which of them this is. */
  readonly sessions?: { readonly shown: number; readonly titles: readonly string[] };
}

/** What a file says its agent did to the context. Numbers are the file's own. */
export interface RecordedFacts {
  /** In the order they took place. */
  readonly compactions: readonly RecordedCompaction[];
}

/** One time the recorded agent took something out of its context, or put it back. */
export interface RecordedCompaction {
  /** Length of the history when it took place: it stands before the message of this index. */
  readonly index: number;
  /** The file's own word for it, e.g. `compact`, `microcompact`, `condense`. */
  readonly kind?: string;
  /** What set it off, in the file's own word, e.g. `auto`, `manual`. */
  readonly trigger?: string;
  /** Tokens of the context before and after, as the file reports them. */
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  /** What it did to which messages; those not named stay as they were. Left out where the file does not say. */
  readonly effects?: readonly RecordedEffect[];
  /** Index of the message of the history that stands for what was summarized. */
  readonly summary?: number;
  readonly source?: SourcePosition;
}

/** Messages from one index up to, and without, another one, and what became of them. */
export interface RecordedEffect {
  readonly from: number;
  readonly to: number;
  /** `kept` puts back what was out. */
  readonly fate: Fate;
  /** What stands in the place of each of them, where the file says; for `truncated` and `compacted`. */
  readonly text?: string;
}

/** A record that could not be read, or was read with a repair. Nothing is hidden. */
export interface TranscriptProblem {
  readonly severity: 'error' | 'warning' | 'info';
  /** From 1. */
  readonly line: number;
  readonly byteOffset: number;
  readonly reason: string;
  /** Set on an entry that stands for so many problems that are not listed. */
  readonly more?: number;
}

/** Thrown when a file is no transcript at all. The message names the file and says what to do. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  constructor(
    readonly reason: 'unreadable' | 'unknownFormat' | 'empty' | 'severalSessions' | 'tooLarge',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
