import { join } from 'node:path';
import { MessageCounter } from '../engine/messageCounter';
import { createExactCounter } from '../engine/tokens/counter';
import type { EncodingName } from '../engine/tokens/encodingName';
import { bakedRanksPath, readBakedRanks } from '../models/bakedRanks';
import { loadEncodingRanks } from '../models/encodingRanks';

/** Where the build leaves the ranks, seen from a bundled entry point. */
const RANKS_FOLDER = join(import.meta.dirname, '../ranks');

/** An exact counter; without baked ranks it takes them from the package, which is slower. */
export async function loadExactCounter(encoding: EncodingName): Promise<MessageCounter> {
  const table = await readBakedRanks(bakedRanksPath(RANKS_FOLDER, encoding), () => loadEncodingRanks(encoding));
  return new MessageCounter(createExactCounter(table));
}
