import { Buffer } from 'node:buffer';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ArchiveEntry } from '../engine/archive';

/** Files the command writes; parent folders are made. All throw the error of the file system. */

export function writeOutput(path: string, text: string): void {
  mkdirSync(dirname(resolve(path)), { recursive: true });
  writeFileSync(path, text);
}

/** Lines written as they come: the contexts of all calls together can be far larger than the session. */
export class LineFile {
  private readonly descriptor: number;

  constructor(path: string) {
    mkdirSync(dirname(resolve(path)), { recursive: true });
    this.descriptor = openSync(path, 'w');
  }

  write(line: string): void {
    writeSync(this.descriptor, `${line}\n`);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

/** Writes archived originals as the files their pointers name. */
export function writeArchive(folder: string, entries: Iterable<ArchiveEntry>): void {
  mkdirSync(folder, { recursive: true });
  for (const { pointer, content } of entries) {
    const path = join(folder, pointer);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'text' in content ? content.text : decoded(content.base64));
  }
}

/** The bytes, or the text itself where it is no plain base64 and decoding would lose something. */
function decoded(base64: string): Buffer | string {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : base64;
}
