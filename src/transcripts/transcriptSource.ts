import { Buffer } from 'node:buffer';
import type { Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { recoverDocument } from './gluedRecords';
import { FileTail, fileId } from './fileTail';
import { addRecord, LineReader, readRecords, type ReadItem } from './lineReader';
import { Peekable } from './peekable';
import { asUtf8, encodingOf, withEncodingNote, type TextEncoding } from './textEncoding';
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
  /**
   * After `records`: what was written since. Null where the file has to be opened anew: it is another one, or no lines.
   */
  readOn(): Promise<readonly ReadItem[] | null>;
  /** Lets go of the file, also where not everything was read. */
  close(): Promise<void>;
}

export interface SourceOptions {
  readonly signal?: AbortSignal | undefined;
  /** No more of the file is read than these bytes from its start. */
  readonly firstBytes?: number | undefined;
}

/**
 * Opens a file for reading.
 *
 * @throws TranscriptError `unreadable` or `empty`; `records` throws `unreadable` too, and the signal's reason on abort
 */
export async function openSource(
  path: string,
  { signal, firstBytes = Number.POSITIVE_INFINITY }: SourceOptions = {},
): Promise<TranscriptSource> {
  const name = basename(path);
  const status = await statusOf(path);
  const size = Math.min(status.size, firstBytes);
  if (size === 0) throw new TranscriptError('empty', `${name} is empty: it holds no session.`);
  const encoding = await encodingOf(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const isUtf8 = encoding === 'utf-8';
  let share = 0;
  let tell: ((share: number) => void) | undefined;
  const noteRead = (bytes: number): void => {
    share = Math.min(1, bytes / size);
    tell?.(share);
  };
  const reader = new LineReader(Math.min(size, LARGEST_DOCUMENT_BYTES));
  const tail = new FileTail(path, fileId(status), reader);
  const chunks = (onRead: (bytes: Uint8Array, read: number) => void): AsyncGenerator<Uint8Array> => {
    const bytes = fileChunks(path, size, { onRead, signal });
    return isUtf8 ? bytes : asUtf8(bytes, encoding);
  };
  const read = chunks((bytes, count) => {
    tail.note(bytes);
    noteRead(count);
  });
  let written: ReadOn = () => (isUtf8 ? Promise.resolve(readOnOrAnew(tail)) : readDocumentOn(path, status));
  let batches = new Peekable<readonly ReadItem[]>(readRecords(read, reader));
  if (!(await looksLikeLines(batches.peek()))) {
    const document = await readDocument({ path, size, encoding }, () => readRecords(chunks(() => undefined)));
    if (document !== null) {
      await batches.close();
      batches = new Peekable(oneBatch(document));
      share = 1;
      written = () => readDocumentOn(path, status);
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
      return isUtf8 ? batches.take() : withEncodingNote(batches.take());
    },
    readOn: () => written(),
    close: () => batches.close(),
  };
}

type ReadOn = TranscriptSource['readOn'];

interface TextFile {
  readonly path: string;
  /** Bytes that are read of it. */
  readonly size: number;
  readonly encoding: TextEncoding;
}

/** A file that cannot be read now is opened anew, which tells why it cannot. */
function readOnOrAnew(tail: FileTail): readonly ReadItem[] | null {
  try {
    return tail.readOn();
  } catch {
    return null;
  }
}

/** A document is never read on: it is the same, or another one. */
async function readDocumentOn(path: string, { size, mtimeMs }: Stats): ReturnType<ReadOn> {
  const now = await stat(path).catch(() => null);
  return now?.size === size && now.mtimeMs === mtimeMs ? [] : null;
}

async function statusOf(path: string): Promise<Stats> {
  try {
    const status = await stat(path);
    if (status.isFile()) return status;
  } catch (error) {
    throw unreadable(path, error);
  }
  throw new TranscriptError('unreadable', `${path} is not a file.`);
}

async function* fileChunks(
  path: string,
  size: number,
  { onRead, signal }: { onRead: (bytes: Uint8Array, read: number) => void; signal: AbortSignal | undefined },
): AsyncGenerator<Uint8Array> {
  let read = 0;
  let file: FileHandle | null = null;
  try {
    file = await open(path);
    // One for all chunks: new memory for each of them would have to be cleared, and collected.
    const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size));
    // No further than the size that was found: what is written meanwhile is read on later.
    while (read < size) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - read), read);
      signal?.throwIfAborted();
      if (bytesRead === 0) break;
      const bytes = buffer.subarray(0, bytesRead);
      yield bytes;
      read += bytesRead;
      onRead(bytes, read);
    }
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw unreadable(path, error);
  } finally {
    await file?.close();
  }
}

/** Whether the first line that holds anything is a JSON value by itself. */
async function looksLikeLines(batches: AsyncIterable<readonly ReadItem[]>): Promise<boolean> {
  for await (const [first] of batches) return first?.kind === 'record' && isContainer(first.record);
  return true;
}

/** The file as one JSON document, also one that lost its end, or as one text; null if it is lines after all. */
async function readDocument(
  file: TextFile,
  lines: () => AsyncIterable<readonly ReadItem[]>,
): Promise<readonly ReadItem[] | null> {
  if (file.size > LARGEST_DOCUMENT_BYTES) return null;
  const content = await readText(file);
  const text = withoutPadding(content);
  if (!/^[[{]/.test(text)) return (await isRecords(text, lines())) ? null : textItems(text, content);
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

/** A text as a record, at the place where it begins in the file. */
function textItems(text: string, content: string): readonly ReadItem[] {
  const before = content.slice(0, content.indexOf(text));
  const byteOffset = Buffer.byteLength(before);
  return [{ kind: 'record', record: text, line: before.split('\n').length, byteOffset }];
}

async function readText({ path, size, encoding }: TextFile): Promise<string> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let read = 0;
  for await (const chunk of fileChunks(path, size, { onRead: () => undefined, signal: undefined })) {
    bytes.set(chunk, read);
    read += chunk.length;
  }
  // The mark at its start counts when places are told.
  return new TextDecoder(encoding, { ignoreBOM: encoding === 'utf-8' }).decode(bytes.subarray(0, read));
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

/** How Markdown begins, and no line of JSON does, not even one that lost its start. */
const MARKDOWN_START = /^(?:#{1,6} |<!--|---\s*$|> )/m;

/** Characters of a text that are looked at to tell how it begins. */
const LOOKED_AT = 200;

/** Whether a text that does not begin like JSON is lines of it after all. Prose may hold some JSON too, as what tools said. */
async function isRecords(text: string, batches: AsyncIterable<readonly ReadItem[]>): Promise<boolean> {
  if (text.slice(0, LOOKED_AT).search(MARKDOWN_START) === 0) return false;
  const lines = new Set<number>();
  for await (const items of batches) {
    for (const item of items) if (item.kind === 'record' && isContainer(item.record)) lines.add(item.line);
  }
  return lines.size > 0 && 2 * lines.size >= text.split('\n').filter((line) => line.trim() !== '').length;
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
