import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { recoverDocument } from './gluedRecords';
import { addRecord, readRecords, type ReadItem } from './lineReader';
import { Peekable } from './peekable';
import { TranscriptError } from './transcript';

/** Bytes read at a time. */
const CHUNK_BYTES = 1 << 20;

/** A document is parsed as one string, and V8 allows some 536 million characters. */
const LARGEST_DOCUMENT_BYTES = 500_000_000;

/** The records of one file. A document that is not JSON lines is one record; one that is no JSON at all is its text. */
export interface TranscriptSource {
  readonly path: string;
  /** The file's name without its folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The first records, as many at a time as were read at once; they come again in `records`. */
  peek(): AsyncIterable<readonly ReadItem[]>;
  /**
   * All records, once, as many at a time as were read at once.
   *
   * @param onProgress told after each chunk, with the share of the file read, 0 to 1
   */
  records(onProgress?: (share: number) => void): AsyncIterable<readonly ReadItem[]>;
  /** Lets go of the file, also where not everything was read. */
  close(): Promise<void>;
}

/**
 * Opens a file for reading.
 *
 * @throws TranscriptError `unreadable` or `empty`; `records` throws `unreadable` too, and the signal's reason on abort
 */
export async function openSource(path: string, signal?: AbortSignal): Promise<TranscriptSource> {
  const name = basename(path);
  const size = await sizeOf(path);
  if (size === 0) throw new TranscriptError('empty', `${name} is empty: it holds no session.`);
  let share = 0;
  let tell: ((share: number) => void) | undefined;
  const noteRead = (bytes: number): void => {
    share = Math.min(1, bytes / size);
    tell?.(share);
  };
  const lines = (): AsyncGenerator<readonly ReadItem[]> => readRecords(fileChunks(path, noteRead, signal));
  let batches = new Peekable(lines());
  if (!(await looksLikeLines(batches.peek()))) {
    const document = await readDocument(path, size, lines);
    if (document !== null) {
      await batches.close();
      batches = new Peekable(oneBatch(document));
      share = 1;
    }
  }
  return {
    path,
    name,
    size,
    peek: () => batches.peek(),
    records: (onProgress) => {
      tell = onProgress;
      if (share > 0) tell?.(share);
      return batches.take();
    },
    close: () => batches.close(),
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    const status = await stat(path);
    if (status.isFile()) return status.size;
  } catch (error) {
    throw unreadable(path, error);
  }
  throw new TranscriptError('unreadable', `${path} is not a file.`);
}

async function* fileChunks(
  path: string,
  onRead: (bytes: number) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      signal?.throwIfAborted();
      const bytes = chunk as Buffer;
      yield bytes;
      read += bytes.length;
      onRead(read);
    }
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw unreadable(path, error);
  }
}

/** Whether the first line that holds anything is a JSON value by itself. */
async function looksLikeLines(batches: AsyncIterable<readonly ReadItem[]>): Promise<boolean> {
  for await (const [first] of batches) return first?.kind === 'record' && isContainer(first.record);
  return true;
}

/** The file as one JSON document, also one that lost its end, or as one text; null if it is lines after all. */
async function readDocument(
  path: string,
  size: number,
  lines: () => AsyncIterable<readonly ReadItem[]>,
): Promise<readonly ReadItem[] | null> {
  if (size > LARGEST_DOCUMENT_BYTES) return null;
  const text = withoutPadding(await readText(path));
  if (!/^[[{]/.test(text)) return (await hasRecords(lines())) ? null : documentItems(text);
  const whole = parseDocument(text);
  if (whole !== null) return documentItems(whole);
  if (!/^(?:\[|\{\s*\n)/.test(text) && (await hasRecords(lines()))) return null;
  const recovered = recoverDocument(text);
  if (recovered === undefined) return null;
  const reason = 'The document is cut off; what was complete before the cut is shown.';
  return [
    { kind: 'problem', problem: { severity: 'warning', line: 1, byteOffset: 0, reason } },
    ...documentItems(recovered),
  ];
}

function documentItems(document: unknown): readonly ReadItem[] {
  const items: ReadItem[] = [];
  addRecord(document, 1, 0, items);
  return items;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Without what a power cut or an editor leaves around a document. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  return text.slice(0, end).replace(/^[\uFEFF\s\0]+/, '');
}

/** Null where the text is no JSON. */
function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function hasRecords(batches: AsyncIterable<readonly ReadItem[]>): Promise<boolean> {
  for await (const items of batches) {
    if (items.some((item) => item.kind === 'record' && isContainer(item.record))) return true;
  }
  return false;
}

/** A line of prose may be a JSON value too, a number above all. */
function isContainer(record: unknown): boolean {
  return typeof record === 'object' && record !== null;
}

// eslint-disable-next-line @typescript-eslint/require-await -- the same shape as the records of a stream
async function* oneBatch(items: readonly ReadItem[]): AsyncGenerator<readonly ReadItem[]> {
  yield items;
}

function unreadable(path: string, cause: unknown): TranscriptError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EACCES: 'reading it is not permitted',
    EPERM: 'reading it is not permitted',
    EISDIR: 'it is a folder',
  };
  const why = words[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new TranscriptError('unreadable', `${path} cannot be read: ${why}.`, { cause });
}
