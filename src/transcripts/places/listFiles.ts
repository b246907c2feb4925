import type { Dirent } from 'node:fs';
import { lstat, opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** Entries looked at in one folder. */
const MOST_ENTRIES = 50_000;

/** Files asked for their size and age at a time. */
const FILES_AT_ONCE = 64;

export interface ListedFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** What a listing may cost, and what it met; shared by the folders of one search. */
export class ListingBudget {
  /** Folders that could not be read. */
  readonly unreadable: string[] = [];
  /** Whether something was left out because it would have been too much. */
  isSpent = false;

  /** @param files that may still be listed */
  constructor(private files: number) {}

  take(wanted: number): number {
    const given = Math.min(wanted, this.files);
    this.files -= given;
    if (given < wanted) this.isSpent = true;
    return given;
  }
}

/**
 * The files below a folder whose path from there matches a pattern. Links below the folder are not followed, so that nothing
 * outside of it is read and no loop is walked. What cannot be read is passed over.
 *
 * @param pattern names, one a step; `*` stands for any part of a name. It is as deep as the walk goes.
 * @throws the signal's reason
 */
export async function* listFiles(
  folder: string,
  pattern: string,
  budget: ListingBudget,
  signal: AbortSignal,
): AsyncGenerator<readonly ListedFile[]> {
  let root: string;
  try {
    // A whole folder may have been moved elsewhere, with a link in its place.
    root = await realpath(folder);
  } catch (error) {
    if (!isMissing(error)) budget.unreadable.push(folder);
    return;
  }
  yield* walk(root, pattern.split('/'), budget, signal);
}

async function* walk(
  folder: string,
  [step = '', ...further]: readonly string[],
  budget: ListingBudget,
  signal: AbortSignal,
): AsyncGenerator<readonly ListedFile[]> {
  signal.throwIfAborted();
  if (further.length > 0 && !step.includes('*')) {
    const next = join(folder, step);
    if (await isFolder(next)) yield* walk(next, further, budget, signal);
    return;
  }
  const entries = await entriesOf(folder, nameTest(step), budget, signal);
  if (further.length > 0) {
    for (const entry of entries) {
      if (entry.isDirectory()) yield* walk(join(folder, entry.name), further, budget, signal);
      if (budget.isSpent) return;
    }
    return;
  }
  const files = entries.filter((entry) => entry.isFile());
  const given = budget.take(files.length);
  for (let start = 0; start < given; start += FILES_AT_ONCE) {
    signal.throwIfAborted();
    const some = files.slice(start, Math.min(given, start + FILES_AT_ONCE));
    const listed = await Promise.all(some.map(({ name }) => fileAt(join(folder, name))));
    yield listed.filter((file) => file !== null);
  }
}

/** By name, the last one first: names that begin with a date come newest first. */
async function entriesOf(
  folder: string,
  matches: (name: string) => boolean,
  budget: ListingBudget,
  signal: AbortSignal,
): Promise<readonly Dirent[]> {
  const entries: Dirent[] = [];
  try {
    let looked = 0;
    for await (const entry of await opendir(folder, { bufferSize: 256 })) {
      signal.throwIfAborted();
      looked += 1;
      if (looked > MOST_ENTRIES) {
        budget.isSpent = true;
        break;
      }
      if (matches(entry.name)) entries.push(entry);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!isMissing(error)) budget.unreadable.push(folder);
  }
  return entries.sort((a, b) => (a.name < b.name ? 1 : -1));
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** Null where it went away, or became something else, meanwhile. */
async function fileAt(path: string): Promise<ListedFile | null> {
  try {
    const status = await lstat(path);
    return status.isFile() ? { path, bytes: status.size, modifiedAt: status.mtimeMs } : null;
  } catch {
    return null;
  }
}

function nameTest(step: string): (name: string) => boolean {
  const [first = '', ...rest] = step.split('*');
  if (rest.length === 0) return (name) => name === first;
  const last = rest.pop() ?? '';
  const between = rest;
  return (name) => {
    if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
    let from = first.length;
    for (const part of between) {
      const found = name.indexOf(part, from);
      if (found < 0 || found + part.length > name.length - last.length) return false;
      from = found + part.length;
    }
    return true;
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
