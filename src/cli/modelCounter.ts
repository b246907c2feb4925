import { join } from 'node:path';
import { MessageCounter } from '../engine/messageCounter';
import { CalibratedCounter } from '../engine/tokens/calibratedCounter';
import { createExactCounter } from '../engine/tokens/counter';
import { bakedRanksPath, readBakedRanks } from '../models/bakedRanks';
import { encodingForModel } from '../models/encodingForModel';
import { loadEncodingRanks } from '../models/encodingRanks';
import { imageRuleFor } from '../models/imageRuleFor';
import { isCountedExactly, modelFamily } from '../models/modelFamily';
import { startingCalibration } from '../models/startingCalibration';

/** Where the build leaves the ranks, seen from a bundled entry point. */
const RANKS_FOLDER = join(import.meta.dirname, '../ranks');

/**
 * The counter of a model, as the inspector uses it before anything was learnt: exact for models of OpenAI and where none is
 * named, otherwise an estimate that says so. Without baked ranks it takes them from the package, which is slower.
 */
export async function loadCounter(model: string): Promise<MessageCounter> {
  const encoding = encodingForModel(model);
  const table = await readBakedRanks(bakedRanksPath(RANKS_FOLDER, encoding), () => loadEncodingRanks(encoding));
  const exact = createExactCounter(table);
  const family = modelFamily(model);
  const counter = isCountedExactly(family) ? exact : new CalibratedCounter(exact, startingCalibration(family));
  return new MessageCounter(counter, imageRuleFor(model));
}
