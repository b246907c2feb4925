import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repositoryRoot';

/** Folder of real sessions, which are not part of the repository. */
export const corpusFolder = process.env['STRATA_CORPUS'] ?? join(repositoryRoot, '../shared/corpus');

/** Files below a folder of the corpus, as paths; empty without a corpus, which is said in one line. */
export function corpusFiles(...folders: readonly string[]): readonly string[] {
  if (!existsSync(corpusFolder)) {
    console.info(`No corpus at ${corpusFolder} (set STRATA_CORPUS): tests over real sessions are left out.`);
    return [];
  }
  return folders.flatMap((folder) =>
    readdirSync(join(corpusFolder, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:jsonl?|traj|md)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  );
}
