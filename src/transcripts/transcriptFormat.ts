import type { Part, SourcePosition } from '../engine/message';
import type { ProblemList } from './problemList';
import type { SiblingFiles } from './siblingFiles';
import type { Transcript } from './transcript';

/** One kind of file Strata can read. */
export interface TranscriptFormat {
  /** As in `Transcript.format` and on the command line. */
  readonly id: string;
  /** For people. */
  readonly label: string;
  /**
   * How sure the format is, 0 to 1, that the first records of a file are its own. Judges by content; names of files say
   * little. A file that is no JSON is one record, its text. Never throws.
   */
  detect(sample: readonly unknown[]): number;
  /** Starts reading a file. */
  open(context: ReadContext): RecordReader;
}

export type HoldPart = (part: Part) => Part;

export interface ReadContext {
  /** The file's name without its folder. */
  readonly name: string;
  /** For what is wrong with a record. */
  readonly problems: ProblemList;
  /** Which of several sessions in one file to read, from 0. Undefined: the format chooses. */
  readonly session: number | undefined;
  /** Files the agent keeps beside this one. */
  readonly siblings: SiblingFiles;
  /**
   * For a large file: to be given every part that is kept from an `add`, so that its text need not stay in memory; returns
   * one that says the same. Null where everything may stay.
   */
  readonly hold: HoldPart | null;
}

/** Reads one file, record by record. A file that grows is read on by the same reader. */
export interface RecordReader {
  /** Takes the next record; a JSON document, or a text, is one. Never throws for what it says. */
  add(record: unknown, position: SourcePosition): void;
  /**
   * The session as far as it was read. May be asked again after more records: what it reports goes to `problems`, made anew
   * each time, and messages that did not change are the same objects, so that what is known of them stays known.
   *
   * @throws TranscriptError `severalSessions` when the session asked for is not in the file
   */
  finish(problems: ProblemList): ReadSession | Promise<ReadSession>;
}

/** What a reader made of a file. What it leaves out, or leaves null, is told from the messages. */
export interface ReadSession extends Pick<
  Transcript,
  'messages' | 'recorded' | 'journal' | 'sessions' | 'contextWindow'
> {
  readonly title?: string | null;
  /** Left out: each reply that follows a message of the user or a tool was a call. */
  readonly callBoundaries?: readonly number[];
  /** Left out: the model most replies came from. */
  readonly model?: string | null;
  readonly workspace?: string | null;
  /** All that another reader had told of the session before it was exported; what is said above gives way to it. */
  readonly restored?: Omit<Transcript, 'messages' | 'journal'>;
  /** Whether a session without a message is shown too, with what is said of it in the problems. */
  readonly mayBeEmpty?: boolean;
}
