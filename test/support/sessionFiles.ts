import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from './repositoryRoot';

/** Path of one of the hard inputs in `test/fixtures/cases`. */
export function caseFile(name: string): string {
  return join(repositoryRoot, 'test/fixtures/cases', name);
}

/** Folder of small sessions in the formats of other agents, one folder a format. */
export const fixtureFolder = join(repositoryRoot, 'test/fixtures/transcripts');

/** Path of one of these sessions. */
export function fixtureFile(name: string): string {
  return join(fixtureFolder, name);
}

/** Runs `action` with a folder that is gone afterwards. */
export async function withFolder<Result>(action: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-test-'));
  try {
    return await action(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs `action` with a file of this content that is gone afterwards. */
export async function withFile<Result>(
  content: string | Uint8Array,
  action: (path: string) => Promise<Result>,
  name = 'session.jsonl',
): Promise<Result> {
  return withFolder((folder) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return action(path);
  });
}

/** JSON lines of records. */
export function jsonLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
