import type { JournalEntry } from '../engine/journal';
import type { Message } from '../engine/message';

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
  /** What the file itself says of compaction; read in full by a later version. */
  readonly recorded?: RecordedFacts;
  /** For Strata's own sessions: the journal, so that the session can be shown as it was, with its decisions. */
  readonly journal?: readonly JournalEntry[];
}

export interface RecordedFacts {
  /** Compactions of the recorded agent, as index of the message they stand before. */
  readonly compactions: readonly {
    readonly index: number;
    readonly tokensBefore?: number;
    readonly trigger?: string;
  }[];
}

/** A record that could not be read, or was read with a repair. Nothing is hidden. */
export interface TranscriptProblem {
  readonly severity: 'error' | 'warning' | 'info';
  /** From 1. */
  readonly line: number;
  readonly byteOffset: number;
  readonly reason: string;
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
