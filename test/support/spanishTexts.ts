import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextBundle } from '../../src/l10n/text';
import { repositoryRoot } from './repositoryRoot';

/** What VS Code gives the extension where it speaks Spanish. */
export async function spanishTexts(): Promise<TextBundle> {
  const file = join(repositoryRoot, 'l10n', 'bundle.l10n.es.json');
  return JSON.parse(await readFile(file, 'utf8')) as TextBundle;
}
