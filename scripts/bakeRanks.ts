import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncodingName } from '../src/engine/tokens/encodingName';
import { readPackedRanks, writePackedRanks } from '../src/engine/tokens/packedRanks';
import { bakedRanksPath } from '../src/models/bakedRanks';
import { loadEncodingRanks } from '../src/models/encodingRanks';
import { repositoryRoot } from '../test/support/repositoryRoot';

const ENCODINGS: readonly EncodingName[] = ['o200k_base', 'cl100k_base'];

/** Writes the ranks of every encoding into `outDir`, except those that are there already from the same package version. */
export async function bakeRanks(outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  const source = `js-tiktoken ${await installedVersion()}`;
  for (const encoding of ENCODINGS) {
    const path = bakedRanksPath(outDir, encoding);
    if ((await sourceOf(path)) === source) continue;
    const file = writePackedRanks({ ...(await loadEncodingRanks(encoding)), source });
    // Written aside and renamed: whoever reads meanwhile sees no half a file.
    const aside = `${path}.${String(process.pid)}`;
    await writeFile(aside, file);
    await rename(aside, path);
  }
}

/** The package does not export its `package.json`, so it is read as a file. */
async function installedVersion(): Promise<string> {
  const path = join(repositoryRoot, 'node_modules', 'js-tiktoken', 'package.json');
  const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
  return version;
}

/** Where the ranks of a baked file come from; undefined when there is no usable file. */
async function sourceOf(path: string): Promise<string | undefined> {
  try {
    return readPackedRanks(await readFile(path)).source;
  } catch {
    return undefined;
  }
}
