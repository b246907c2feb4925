import { Buffer, isUtf8 } from 'node:buffer';
import { recoverRecords } from './gluedRecords';
import { limitNesting, MAXIMUM_NESTING } from './nestingLimit';
import type { TranscriptProblem } from './transcript';

/** A parsed line, or what was wrong with one. */
export type ReadItem =
  | { readonly kind: 'record'; readonly record: unknown; readonly line: number; readonly byteOffset: number }
  | { readonly kind: 'problem'; readonly problem: TranscriptProblem };

interface Line {
  readonly bytes: Uint8Array;
  /** From 1. */
  readonly line: number;
  readonly byteOffset: number;
  /** Whether a line feed ended it; without one the writer may not be done with it. */
  readonly terminated: boolean;
}

const LINE_FEED = 0x0a;

/**
 * Reads JSON lines from bytes. Lines end at byte 0x0A and nowhere else (U+2028 and its like are legal inside strings) and
 * may have any length. Byte order marks, carriage returns and zero bytes around a record are stripped, records glued to
 * one line are parted, and what cannot be read is told as a problem; nothing is thrown for what the bytes say.
 */
export async function* readRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadItem, void, undefined> {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) for (const line of splitter.push(chunk)) yield* readLine(line);
  const last = splitter.end();
  if (last !== null) yield* readLine(last);
}

/** Cuts chunks into lines; a line that spans chunks is put together once, however many they are. */
class LineSplitter {
  private readonly pending: Uint8Array[] = [];
  private pendingBytes = 0;
  private line = 1;
  private byteOffset = 0;

  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end < 0) break;
      const line = this.take(chunk.subarray(start, end), true);
      start = end + 1;
      this.line += 1;
      this.byteOffset += line.bytes.length + 1;
      yield line;
    }
    if (start < chunk.length) {
      // Copied, as a stream may reuse the chunk's memory.
      this.pending.push(chunk.slice(start));
      this.pendingBytes += chunk.length - start;
    }
  }

  end(): Line | null {
    return this.pendingBytes === 0 ? null : this.take(new Uint8Array(0), false);
  }

  private take(rest: Uint8Array, terminated: boolean): Line {
    const bytes = this.pendingBytes === 0 ? rest : Buffer.concat([...this.pending, rest]);
    this.pending.length = 0;
    this.pendingBytes = 0;
    return { bytes, line: this.line, byteOffset: this.byteOffset, terminated };
  }
}

function* readLine({ bytes, line, byteOffset, terminated }: Line): Generator<ReadItem> {
  const [start, end] = trim(bytes);
  if (start === end) {
    if (bytes.includes(0))
      yield problem('warning', line, byteOffset, 'The line holds only zero bytes; it was left out.');
    return;
  }
  const content = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  const offset = byteOffset + start;
  if (!isUtf8(content)) {
    yield problem('warning', line, offset, 'The line is not valid UTF-8; the unreadable bytes are shown as U+FFFD.');
  }
  const text = content.toString('utf8');
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    yield* recover(text, line, offset, terminated);
    return;
  }
  yield* recordItems(record, line, offset);
}

/** A parsed record, and behind it a problem where it was nested too deep to be kept whole. */
export function* recordItems(record: unknown, line: number, byteOffset: number): Generator<ReadItem> {
  const isLimited = limitNesting(record);
  yield { kind: 'record', record, line, byteOffset };
  if (!isLimited) return;
  const words = `What the record nests more than ${String(MAXIMUM_NESTING)} levels deep is left out.`;
  yield problem('warning', line, byteOffset, words);
}

function* recover(text: string, line: number, byteOffset: number, terminated: boolean): Generator<ReadItem> {
  const { values, incomplete } = recoverRecords(text);
  if (incomplete) {
    const what = terminated
      ? 'The line is not readable as JSON'
      : 'The last line is cut off: its end was never written, or is still to come';
    const kept = values.length === 0 ? '' : `; ${String(values.length)} whole record(s) on it were kept`;
    yield problem('warning', line, byteOffset, `${what}${kept}.`);
  } else {
    yield problem('info', line, byteOffset, `${String(values.length)} records stood on one line; each was read.`);
  }
  let position = byteOffset;
  let reached = 0;
  for (const { value, offset } of values) {
    // From the record before, as a line may hold any number of records.
    position += Buffer.byteLength(text.slice(reached, offset));
    reached = offset;
    yield* recordItems(value, line, position);
  }
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

function problem(severity: TranscriptProblem['severity'], line: number, byteOffset: number, reason: string): ReadItem {
  return { kind: 'problem', problem: { severity, line, byteOffset, reason } };
}
