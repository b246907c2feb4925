import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { recoverRecords } from './gluedRecords';
import { limitNesting, MAXIMUM_NESTING } from './nestingLimit';
import { PendingBytes } from './pendingBytes';
import type { TranscriptProblem } from './transcript';

/** A parsed line, or what was wrong with one. */
export type ReadItem =
  | { readonly kind: 'record'; readonly record: unknown; readonly line: number; readonly byteOffset: number }
  | { readonly kind: 'problem'; readonly problem: TranscriptProblem }
  /** What is wrong with the last line as long as nothing more is written. */
  | { readonly kind: 'unfinished'; readonly problem: TranscriptProblem };

interface Line {
  readonly text: string;
  readonly line: number;
  readonly byteOffset: number;
  /** Whether a line feed ended it; without one the writer may not be done with it. */
  readonly terminated: boolean;
}

const LINE_FEED = 0x0a;

/** A level of nesting takes two characters at least, so that a shorter text cannot be nested too deep. */
const SHORTEST_DEEP_TEXT = 2 * MAXIMUM_NESTING;

/** Lines given at a time: few, so that a record is let go of before the collector of garbage comes by. */
const BATCH_LINES = 64;

/**
 * Reads JSON lines from bytes, some at a time; the first line comes alone, as it tells lines from a
 * document. Lines end at byte 0x0A and nowhere else (U+2028 and its like are legal inside strings) and may have any length.
 * Byte order marks, carriage returns and zero bytes around a record are stripped, records glued to one line are parted, and
 * what cannot be read is told as a problem; nothing is thrown for what the bytes say.
 *
 * @param reader goes on with what is written later
 */
export async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
  reader = new LineReader(),
): AsyncGenerator<readonly ReadItem[], void, undefined> {
  for await (const chunk of chunks) yield* reader.push(chunk);
  const last = reader.end();
  if (last.length > 0) yield last;
}

/** Cuts chunks into lines and reads them; a line that spans chunks is put together once, however many they are. */
export class LineReader {
  private readonly pending: PendingBytes;
  /** Bytes of the last line that were read already: it was whole but for its line feed. */
  private takenBytes = 0;
  private isTorn = false;
  /** Of the line that comes next. */
  private line = 1;
  private byteOffset = 0;
  private items: ReadItem[] = [];

  /** @param size of the file, where it may be one line. Bytes */
  constructor(size = 0) {
    this.pending = new PendingBytes(size);
  }

  *push(chunk: Uint8Array): Generator<readonly ReadItem[]> {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    let start = 0;
    if (end > 0 && (this.line === 1 || this.pending.length > 0 || this.takenBytes > 0)) {
      start = chunk.indexOf(LINE_FEED) + 1;
      const first = this.withPending(chunk.subarray(0, start - 1));
      this.readLine(first, true);
      this.next(this.takenBytes + first.length);
      this.takenBytes = 0;
      yield* this.takeItems();
    }
    if (start < end) yield* this.readLines(bufferOf(chunk.subarray(start, end)));
    if (end === chunk.length) return;
    this.pending.add(chunk.subarray(end));
  }

  /** What stands behind the last line feed. More may follow: a record that is not whole yet is waited for. */
  end(): readonly ReadItem[] {
    if (this.pending.length === 0) return [];
    const last = this.pending.take();
    this.readLine(last, false);
    const { items } = this;
    this.items = [];
    const unfinished = items.filter(({ kind }) => kind === 'unfinished');
    if (unfinished.length === 0 || this.isTorn) {
      this.takenBytes += last.length;
      return items;
    }
    this.pending.add(last);
    // What else is odd about it, half a character above all, is told once the line is whole.
    return unfinished;
  }

  /** Whether what follows can be read on: not where records were taken out of a last line that was not whole. */
  get canGoOn(): boolean {
    return !this.isTorn;
  }

  private *takeItems(): Generator<readonly ReadItem[]> {
    const { items } = this;
    if (items.length === 0) return;
    this.items = [];
    yield items;
  }

  /** The line that ends so. */
  private withPending(rest: Uint8Array): Buffer {
    if (this.pending.length === 0) return bufferOf(rest);
    this.pending.add(rest);
    return this.pending.take();
  }

  /** Whole lines, each with its line feed. */
  private *readLines(bytes: Buffer): Generator<readonly ReadItem[]> {
    // Each byte is one character: decoded at once, and parted as text.
    const text = isAscii(bytes) ? bytes.toString('latin1') : null;
    for (let start = 0; start < bytes.length;) {
      const end = text === null ? bytes.indexOf(LINE_FEED, start) : text.indexOf('\n', start);
      if (text !== null && isBare(text, start, end)) this.readText(text.slice(start, end), 0, true);
      else this.readLine(bytes.subarray(start, end), true);
      this.next(end - start);
      start = end + 1;
      if (this.items.length >= BATCH_LINES) yield* this.takeItems();
    }
    yield* this.takeItems();
  }

  /** Goes on behind a line of so many bytes. */
  private next(bytes: number): void {
    this.line += 1;
    this.byteOffset += bytes + 1;
  }

  private readLine(bytes: Buffer, terminated: boolean): void {
    const [start, end] = trim(bytes);
    const content = bytes.subarray(start, end);
    if (content.length === 0) {
      // Behind a record that was read already they are what stands around it.
      if (bytes.includes(0) && this.takenBytes === 0) this.reportZeros(terminated);
    } else {
      const ascii = isAscii(content);
      if (!ascii && !isUtf8(content)) {
        this.report('warning', start, 'The line is not valid UTF-8; the unreadable bytes are shown as U+FFFD.');
      }
      this.readText(content.toString(ascii ? 'latin1' : 'utf8'), start, terminated);
    }
  }

  /** @param start bytes from the start of the line */
  private readText(text: string, start: number, terminated: boolean): void {
    const byteOffset = this.byteOffset + this.takenBytes + start;
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch {
      const isWhole = recover({ text, line: this.line, byteOffset, terminated }, this.items);
      this.isTorn ||= !terminated && !isWhole && this.items.some(({ kind }) => kind === 'record');
      return;
    }
    if (text.length > SHORTEST_DEEP_TEXT) addRecord(record, this.line, byteOffset, this.items);
    else this.items.push({ kind: 'record', record, line: this.line, byteOffset });
  }

  private reportZeros(terminated: boolean): void {
    const found = problem('warning', this.line, this.byteOffset, 'The line holds only zero bytes; it was left out.');
    this.items.push(terminated ? found : { ...found, kind: 'unfinished' });
  }

  private report(severity: TranscriptProblem['severity'], start: number, reason: string): void {
    this.items.push(problem(severity, this.line, this.byteOffset + this.takenBytes + start, reason));
  }
}

/** Adds a parsed record, and behind it a problem where it was nested too deep to be kept whole. */
export function addRecord(record: unknown, line: number, byteOffset: number, items: ReadItem[]): void {
  const isLimited = limitNesting(record);
  items.push({ kind: 'record', record, line, byteOffset });
  if (!isLimited) return;
  const words = `What the record nests more than ${String(MAXIMUM_NESTING)} levels deep is left out.`;
  items.push(problem('warning', line, byteOffset, words));
}

/** @returns whether nothing was left over */
function recover({ text, line, byteOffset, terminated }: Line, items: ReadItem[]): boolean {
  const { values, incomplete } = recoverRecords(text);
  if (incomplete) {
    const what = terminated
      ? 'The line is not readable as JSON'
      : 'The last line is cut off: its end was never written, or is still to come';
    const kept = values.length === 0 ? '' : `; ${String(values.length)} whole record(s) on it were kept`;
    const found = problem('warning', line, byteOffset, `${what}${kept}.`);
    items.push(terminated ? found : { ...found, kind: 'unfinished' });
  } else {
    const words = `${String(values.length)} records stood on one line; each was read.`;
    items.push(problem('info', line, byteOffset, words));
  }
  let position = byteOffset;
  let reached = 0;
  for (const { value, offset } of values) {
    // From the record before, as a line may hold any number of records.
    position += Buffer.byteLength(text.slice(reached, offset));
    reached = offset;
    addRecord(value, line, position, items);
  }
  return !incomplete;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Whether nothing but an object stands in the range, so that nothing around it has to be stripped. */
function isBare(text: string, start: number, end: number): boolean {
  return text.charCodeAt(start) === 0x7b && text.charCodeAt(end - 1) === 0x7d;
}

/** Range of a line without what may stand around a record: white space, zero bytes, byte order marks. */
function trim(bytes: Uint8Array): readonly [start: number, end: number] {
  let start = 0;
  let end = bytes.length;
  for (;;) {
    while (start < end && isPadding(bytes[start])) start += 1;
    if (bytes[start] !== 0xef || bytes[start + 1] !== 0xbb || bytes[start + 2] !== 0xbf) break;
    start += 3;
  }
  while (end > start && isPadding(bytes[end - 1])) end -= 1;
  return [start, end];
}

function isPadding(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0d || byte === 0x09 || byte === 0;
}

function problem(
  severity: TranscriptProblem['severity'],
  line: number,
  byteOffset: number,
  reason: string,
): Extract<ReadItem, { kind: 'problem' }> {
  return { kind: 'problem', problem: { severity, line, byteOffset, reason } };
}
