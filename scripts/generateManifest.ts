import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifest } from '../src/config/manifest';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { printLine } from './printLine';
import { withSettingsTable } from './settingsTable';

/** The files that are, or hold, what `src/config` declares. */
export interface ManifestFiles {
  /** package.json, whole: only the generated keys are replaced. */
  readonly packageJson: string;
  /** package.nls.json, whole. */
  readonly englishTexts: string;
}

/** @param packageJson the text of package.json as it is now. */
export function generateManifest(packageJson: string): ManifestFiles {
  const { texts, ...generated } = manifest();
  const current = JSON.parse(packageJson) as Record<string, unknown>;
  return {
    packageJson: `${JSON.stringify({ ...current, ...generated }, null, 2)}\n`,
    englishTexts: `${JSON.stringify(texts, null, 2)}\n`,
  };
}

/** `node scripts/run.mjs scripts/generateManifest.ts`: brings what is made from `src/config` up to date. */
export async function main(): Promise<void> {
  const packagePath = join(repositoryRoot, 'package.json');
  const files = generateManifest(await readFile(packagePath, 'utf8'));
  await writeFile(packagePath, files.packageJson);
  await writeFile(join(repositoryRoot, 'package.nls.json'), files.englishTexts);
  const readmePath = join(repositoryRoot, 'README.md');
  await writeFile(readmePath, withSettingsTable(await readFile(readmePath, 'utf8')));
  printLine('package.json, package.nls.json and the table in the README are up to date.');
}
