import type { ProblemList } from './problemList';
import type { Transcript } from './transcript';
import type { TranscriptSource } from './transcriptSource';

/** One kind of file Strata can read. */
export interface TranscriptFormat {
  /** As in `Transcript.format` and on the command line. */
  readonly id: string;
  /** For people. */
  readonly label: string;
  /**
   * How sure the format is, 0 to 1, that the first records of a file are its own. Judges by content; names of files say
   * little. Never throws.
   */
  detect(sample: readonly unknown[]): number;
  /**
   * Reads the whole file. What cannot be read of it goes to the transcript's problems.
   *
   * @throws TranscriptError `unreadable` when the file fails, `empty` when no message is in it
   */
  read(source: TranscriptSource, context: ReadContext): Promise<Transcript>;
}

export interface ReadContext {
  readonly problems: ProblemList;
  /** Which of several sessions in one file to read, from 0. Undefined: the format chooses and reports. */
  readonly session: number | undefined;
  /** Told now and then, with the share of the file read, 0 to 1. */
  readonly onProgress: ((share: number) => void) | undefined;
}
