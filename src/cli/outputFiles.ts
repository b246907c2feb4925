import { Buffer } from 'node:buffer';
import { accessSync, closeSync, constants, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ArchiveEntry } from '../engine/archive';
import { outputError } from './outputError';

/** Files and folders the command writes. All of them throw `OutputError`. */

/** Makes the folder of a file and tells, before the work whose outcome it takes, whether the file can be written. */
export function prepareFile(option: string, path: string): void {
  naming(option, path, () => {
    const folder = dirname(resolve(path));
    makeFolder(folder);
    const status = statSync(path, { throwIfNoEntry: false });
    if (status?.isDirectory() === true) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
    accessSync(status === undefined ? folder : path, constants.W_OK);
  });
}

/** Makes a folder and tells whether files can be written into it. */
export function prepareFolder(option: string, path: string): void {
  naming(option, path, () => {
    makeFolder(resolve(path));
    accessSync(path, constants.W_OK);
  });
}

export function writeOutput(option: string, path: string, text: string): void {
  naming(option, path, () => {
    writeFileSync(path, text);
  });
}

/** Lines written as they come: the contexts of all calls together can be far larger than the session. */
export class LineFile {
  private readonly descriptor: number;

  constructor(
    private readonly option: string,
    private readonly path: string,
  ) {
    this.descriptor = naming(option, path, () => openSync(path, 'w'));
  }

  write(line: string): void {
    naming(this.option, this.path, () => {
      // Not `writeSync`, which may write a part only.
      writeFileSync(this.descriptor, `${line}\n`);
    });
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

/** Writes archived originals as the files their pointers name. */
export function writeArchive(folder: string, entries: Iterable<ArchiveEntry>): void {
  for (const { pointer, content } of entries) {
    const path = join(folder, pointer);
    naming('--archive-dir', path, () => {
      makeFolder(dirname(resolve(path)));
      writeFileSync(path, 'text' in content ? content.text : decoded(content.base64));
    });
  }
}

/** The bytes, or the text itself where it is no plain base64 and decoding would lose something. */
function decoded(base64: string): Buffer | string {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : base64;
}

/** Makes a folder and those above it. Node's own recursion never ends where the system answers ENOENT, as in `/proc`. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

function naming<Result>(option: string, path: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw outputError(option, path, error);
  }
}
