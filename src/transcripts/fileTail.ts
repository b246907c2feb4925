import { Buffer } from 'node:buffer';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { LineReader, ReadItem } from './lineReader';

/** Bytes before the end that have to be there again, or the file is another one. */
const COMPARED_BYTES = 64;

/** Bytes read on at once; more is left to the next time. */
const MOST_BYTES = 64 << 20;

/** How far a file of lines was read, so that what is written behind it can be read on. */
export class FileTail {
  private position = 0;
  private last = Buffer.alloc(0);

  /** @param id of the file on its disk, as `fileId` gives it */
  constructor(
    private readonly path: string,
    private readonly id: string,
    private readonly lines: LineReader,
  ) {}

  /** Notes bytes that were read. */
  note(chunk: Uint8Array): void {
    this.position += chunk.length;
    // Copied, as a stream may reuse the chunk's memory; nothing but the end, as chunks are large.
    const end = chunk.subarray(Math.max(0, chunk.length - COMPARED_BYTES));
    const joined = Buffer.concat([this.last, end]);
    this.last = joined.subarray(Math.max(0, joined.length - COMPARED_BYTES));
  }

  /**
   * What was written behind what was read; null where the file is not the one that was read any more, or was written over.
   * At once: a few lines are read in no time, and waiting four times for a turn of a busy thread is what would be noticed.
   */
  readOn(): readonly ReadItem[] | null {
    const status = statSync(this.path, { throwIfNoEntry: false });
    if (status === undefined || fileId(status) !== this.id || status.size < this.position) return null;
    if (status.size === this.position) return [];
    // Records taken out of a torn line would come twice.
    if (!this.lines.canGoOn) return null;
    const written = this.bytesBehind(status.size);
    if (written === null) return null;
    this.note(written);
    const items: ReadItem[] = [];
    for (const batch of this.lines.push(written)) for (const item of batch) items.push(item);
    for (const item of this.lines.end()) items.push(item);
    return items;
  }

  private bytesBehind(size: number): Buffer | null {
    const file = openSync(this.path, 'r');
    try {
      const before = this.last.length;
      const buffer = Buffer.alloc(before + Math.min(MOST_BYTES, size - this.position));
      const bytesRead = readSync(file, buffer, 0, buffer.length, this.position - before);
      if (bytesRead <= before || !buffer.subarray(0, before).equals(this.last)) return null;
      return buffer.subarray(before, bytesRead);
    } finally {
      closeSync(file);
    }
  }
}

/** What tells a file from another one of the same name. */
export function fileId({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${String(dev)}:${String(ino)}`;
}
