import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncodingName } from '../engine/tokens/encodingName';
import { type PackedRanks, PackedRanksError, readPackedRanks } from '../engine/tokens/packedRanks';
import { RankTable } from '../engine/tokens/rankTable';

/** Where the build script leaves the ranks of an encoding, below the folder given to it. */
export function bakedRanksPath(folder: string, encoding: EncodingName): string {
  return join(folder, `${encoding}.bin`);
}

/**
 * Reads ranks baked at build time and makes them ready for counting (a few milliseconds).
 *
 * @param path see `bakedRanksPath`
 * @param fallback where to get the ranks when the file is missing or from another build; the extension passes none, so
 *   that the source of the ranks stays out of its bundles
 * @throws the error of the file system, or `PackedRanksError`, when there is no fallback
 */
export async function readBakedRanks(path: string, fallback?: () => Promise<PackedRanks>): Promise<RankTable> {
  try {
    return new RankTable(readPackedRanks(await readFile(path)));
  } catch (error) {
    if (fallback === undefined || !isUnusable(error)) throw error;
    return new RankTable(await fallback());
  }
}

function isUnusable(error: unknown): boolean {
  return error instanceof PackedRanksError || (error instanceof Error && 'code' in error && error.code === 'ENOENT');
}
