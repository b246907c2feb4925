import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder above `start` that holds a package.json: this file runs bundled, in tests and in scripts alike. */
function findRoot(start: string): string {
  if (existsSync(join(start, 'package.json'))) return start;
  const parent = dirname(start);
  if (parent === start) throw new Error(`no package.json above ${import.meta.dirname}`);
  return findRoot(parent);
}

/** Absolute path of the repository. */
export const repositoryRoot = findRoot(import.meta.dirname);
