import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bakeRanks } from '../../../scripts/bakeRanks';
import { PackedRanksError } from '../../../src/engine/tokens/packedRanks';
import { bakedRanksPath, readBakedRanks } from '../../../src/models/bakedRanks';
import { loadEncodingRanks } from '../../../src/models/encodingRanks';

describe('baked ranks', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-ranks-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('are read as they were loaded, and written only when they are not current', { timeout: 60_000 }, async () => {
    await bakeRanks(folder);
    const path = bakedRanksPath(folder, 'cl100k_base');
    const table = await readBakedRanks(path);
    expect(table.encoding).toBe('cl100k_base');
    expect(table.rankOf(new TextEncoder().encode(' token'), 0, 6)).toBe(4037);

    const untouched = await stat(bakedRanksPath(folder, 'o200k_base'));
    await writeFile(path, 'damaged');
    await bakeRanks(folder);
    expect((await stat(bakedRanksPath(folder, 'o200k_base'))).mtimeMs).toBe(untouched.mtimeMs);
    await expect(readBakedRanks(path)).resolves.toMatchObject({ encoding: 'cl100k_base' });
  });

  it('come from the fallback when the file is missing or unusable', async () => {
    const path = bakedRanksPath(folder, 'cl100k_base');
    const fallback = () => loadEncodingRanks('cl100k_base');
    await expect(readBakedRanks(path)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(readBakedRanks(path, fallback)).resolves.toMatchObject({ encoding: 'cl100k_base' });
    await writeFile(path, 'not ranks at all');
    await expect(readBakedRanks(path)).rejects.toThrow(PackedRanksError);
    await expect(readBakedRanks(path, fallback)).resolves.toMatchObject({ encoding: 'cl100k_base' });
  });
});
