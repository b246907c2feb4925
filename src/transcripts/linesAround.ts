import { Buffer } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** Bytes shown to either side of a line's start. */
const REACH_BYTES = 262_144;

/** Lines shown to either side. */
const REACH_LINES = 50;

/** Characters shown of a line: an editor does not wrap longer ones well. */
const LINE_CHARACTERS = 20_000;

export interface LinesAround {
  /** The lines, each behind its number. */
  readonly text: string;
  /** Which of them was asked for, from 0. */
  readonly row: number;
}

/**
 * Some lines of a file of any size, without reading what is not shown.
 *
 * @param place the line, from 1, and where it begins; without that the lines before it are counted
 * @throws Error of the file system
 */
export async function linesAround(
  path: string,
  place: { readonly line: number; readonly byteOffset?: number | undefined },
): Promise<LinesAround> {
  const offset = place.byteOffset ?? (await startOfLine(path, place.line));
  const file = await open(path);
  try {
    const before = await linesBefore(file, offset);
    const after = (await read(file, offset, REACH_BYTES))
      .toString('utf8')
      .split('\n')
      .slice(0, REACH_LINES + 1);
    const first = place.line - before.length;
    const digits = String(place.line + after.length).length;
    const rows = [...before, ...after].map((line, row) => `${String(first + row).padStart(digits)}  ${shown(line)}`);
    return { text: rows.join('\n'), row: before.length };
  } finally {
    await file.close();
  }
}

/** Whole lines only, and fewer than there are where the line has a small number. */
async function linesBefore(file: FileHandle, offset: number): Promise<readonly string[]> {
  const start = Math.max(0, offset - REACH_BYTES);
  const lines = (await read(file, start, offset - start)).toString('utf8').split('\n');
  // What follows the last line feed is the start of the line itself, and what comes before the first may be cut.
  lines.pop();
  return lines.slice(start === 0 ? 0 : 1).slice(-REACH_LINES);
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position });
  return buffer.subarray(0, bytesRead);
}

async function startOfLine(path: string, line: number): Promise<number> {
  let missing = line - 1;
  let offset = 0;
  if (missing === 0) return 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    for (let feed = chunk.indexOf(0x0a); feed >= 0; feed = chunk.indexOf(0x0a, feed + 1)) {
      missing -= 1;
      if (missing === 0) return offset + feed + 1;
    }
    offset += chunk.length;
  }
  return offset;
}

/** Zero bytes are drawn, as an editor leaves them out. */
function shown(line: string): string {
  const text = line
    .replace(/\r$/, '')
    .slice(0, LINE_CHARACTERS + 1)
    .replaceAll('\0', '␀');
  return text.length <= LINE_CHARACTERS ? text : `${text.slice(0, LINE_CHARACTERS)}…`.toWellFormed();
}
