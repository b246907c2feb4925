import { SearchError, type FileHit } from './fileHit';
import { hitExcerpt } from './hitExcerpt';
import { ripgrepHits } from './ripgrepHits';
import { streamedHits } from './streamedHits';
import { wordsPattern } from './wordsPattern';

/** Hits shown of one file. */
const MOST_HITS_OF_FILE = 3;

/** Files given to one ripgrep, and characters of their paths: Windows takes command lines of 32,767 characters. */
const FILES_AT_ONCE = 100;
const PATH_CHARACTERS = 20_000;

/** Words found in a session. */
export interface SessionHit {
  readonly path: string;
  /** Of the file, from 1. */
  readonly line: number;
  /** What was found, with the text around it, in one line. */
  readonly excerpt: string;
}

export interface SearchFilesOptions {
  /** Absolute path of ripgrep; null where there is none. */
  readonly ripgrep: string | null;
  readonly signal: AbortSignal;
}

/**
 * Finds words in files of sessions, whatever their case: the files in the order given, a few hits of each. Files are never
 * held as a whole; what cannot be read is passed over.
 * @param paths absolute
 * @throws the signal's reason
 */
export async function* searchFiles(
  paths: readonly string[],
  words: string,
  { ripgrep, signal }: SearchFilesOptions,
): AsyncGenerator<SessionHit> {
  if (words.trim() === '') return;
  const expression = wordsPattern(words);
  let program = ripgrep;
  for (const batch of batches(paths)) {
    let byFile: ReadonlyMap<string, readonly FileHit[]> | null = null;
    if (program !== null) {
      try {
        byFile = await collected(ripgrepHits(program, expression, batch, signal));
      } catch (error) {
        if (!(error instanceof SearchError)) throw error;
        program = null;
      }
    }
    for (const path of batch) {
      const hits = byFile === null ? streamedHits(path, expression, signal) : (byFile.get(path) ?? []);
      yield* shown(hits, expression, signal);
    }
  }
}

async function collected(hits: AsyncIterable<FileHit>): Promise<ReadonlyMap<string, readonly FileHit[]>> {
  const byFile = new Map<string, FileHit[]>();
  for await (const hit of hits) {
    const known = byFile.get(hit.path);
    if (known === undefined) byFile.set(hit.path, [hit]);
    else known.push(hit);
  }
  return byFile;
}

async function* shown(
  hits: AsyncIterable<FileHit> | Iterable<FileHit>,
  expression: string,
  signal: AbortSignal,
): AsyncGenerator<SessionHit> {
  let count = 0;
  try {
    for await (const hit of hits) {
      const excerpt = await hitExcerpt(hit, expression);
      signal.throwIfAborted();
      if (excerpt === null) continue;
      yield { path: hit.path, line: hit.line, excerpt };
      count += 1;
      if (count === MOST_HITS_OF_FILE) return;
    }
  } catch {
    // The file went away or cannot be read.
    signal.throwIfAborted();
  }
}

function* batches(paths: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const path of paths) {
    if (batch.length === FILES_AT_ONCE || (batch.length > 0 && characters + path.length > PATH_CHARACTERS)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(path);
    characters += path.length;
  }
  if (batch.length > 0) yield batch;
}
