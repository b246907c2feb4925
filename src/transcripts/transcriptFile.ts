import type { Part } from '../engine/message';
import { finishSession } from './finishSession';
import { HeldParts } from './heldParts';
import type { ReadItem } from './lineReader';
import { ProblemList } from './problemList';
import { reuseMessages } from './reuseMessages';
import { siblingFilesOf } from './siblingFiles';
import type { Transcript, TranscriptProblem } from './transcript';
import type { RecordReader, TranscriptFormat } from './transcriptFormat';
import { openSource, type TranscriptSource } from './transcriptSource';

/** The texts of files from this size on are held outside memory. Bytes. */
const LARGE_FILE_BYTES = 64 << 20;

export interface TranscriptFileOptions {
  /** Tells the format a file is read as. */
  readonly chooseFormat: (source: TranscriptSource) => Promise<TranscriptFormat>;
  /** Which of several sessions in the file, from 0. */
  readonly session: number | undefined;
  /** Aborting it rejects with the signal's reason. */
  readonly signal: AbortSignal | undefined;
  /** Told now and then, with the share of the file read, 0 to 1. */
  readonly onProgress: ((share: number) => void) | undefined;
  /** Reads no more than so many bytes, from the start. */
  readonly firstBytes: number | undefined;
}

/** What one reading of a file goes on with. */
interface Reading {
  /** Null where the texts stay in memory. */
  readonly held: HeldParts | null;
  readonly source: TranscriptSource;
  readonly format: TranscriptFormat;
  readonly reader: RecordReader;
  readonly problems: ProblemList;
}

/** A session file that may still be written: it is read on where it was left. */
export class TranscriptFile {
  private closed = false;

  private constructor(
    private readonly path: string,
    private readonly options: TranscriptFileOptions,
    private reading: Reading,
    private current: Transcript,
  ) {}

  /** @throws TranscriptError, whose message names the file and says what to do; or the signal's reason */
  static async open(path: string, options: TranscriptFileOptions): Promise<TranscriptFile> {
    const { reading, transcript } = await readAll(path, options);
    return new TranscriptFile(path, options, reading, transcript);
  }

  /** The session as far as it was read. */
  get transcript(): Transcript {
    return this.current;
  }

  /**
   * Reads what was written since, or everything anew where the file is not the one that was read any more. Messages that
   * did not change are the same objects as before.
   *
   * @returns whether there was anything
   * @throws as `open`
   */
  async readOn(): Promise<boolean> {
    const items = await this.reading.source.readOn();
    if (items?.length === 0) return false;
    if (items === null) return this.readAgain();
    this.take(await takeItems(this.reading, [items]));
    return true;
  }

  /** Lets go of what was held for it: long texts of its messages cannot be read any more. */
  close(): void {
    this.closed = true;
    this.reading.held?.close();
  }

  private async readAgain(): Promise<true> {
    const { reading, transcript } = await readAll(this.path, { ...this.options, onProgress: undefined });
    const { held } = this.reading;
    this.reading = reading;
    if (this.closed) reading.held?.close();
    if (held === null) this.take(transcript);
    // What was held of the former reading goes with it, so that none of its messages stays.
    else this.current = transcript;
    held?.close();
    return true;
  }

  private take(transcript: Transcript): void {
    this.current = { ...transcript, messages: reuseMessages(this.current.messages, transcript.messages) };
  }
}

async function readAll(
  path: string,
  { chooseFormat, session, signal, onProgress, firstBytes }: TranscriptFileOptions,
): Promise<{ readonly reading: Reading; readonly transcript: Transcript }> {
  const source = await openSource(path, { signal, firstBytes });
  let held: HeldParts | null = null;
  try {
    const format = await chooseFormat(source);
    const problems = new ProblemList();
    held = source.size < LARGE_FILE_BYTES ? null : new HeldParts();
    const parts = held;
    const hold = parts === null ? null : (part: Part): Part => parts.hold(part);
    const reader = format.open({ name: source.name, problems, session, siblings: siblingFilesOf(path), hold });
    const reading = { held, source, format, reader, problems };
    return { reading, transcript: await takeItems(reading, source.records(onProgress)) };
  } catch (error) {
    held?.close();
    throw error;
  } finally {
    await source.close();
  }
}

async function takeItems(
  { source, format, reader, problems }: Reading,
  batches: AsyncIterable<readonly ReadItem[]> | Iterable<readonly ReadItem[]>,
): Promise<Transcript> {
  let unfinished: TranscriptProblem | null = null;
  for await (const items of batches) {
    for (const item of items) {
      if (item.kind === 'record') reader.add(item.record, item);
      else if (item.kind === 'problem') problems.add(item.problem);
      // It stands at the end of the file, and holds until more is written.
      else unfinished = item.problem;
    }
  }
  return finishSession(reader, { name: source.name, format, problems, unfinished });
}
