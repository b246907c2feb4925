import type { Settings } from './settings';

/** What-if begins from these as well as from where one is. The defaults stand in the table of settings. */

/** Touches less and later: for wide windows, where what is said early has to stay. */
export const gentle: Partial<Settings> = {
  'layer1.singleToolResultShare': 0.7,
  'layer1.offloadThresholdTokens': 50_000,
  'layer1.inputHeadroomRatio': 0.88,
  'layer1.compactTargetRatio': 0.75,
  'layer1.evictInputsRatio': 0.94,
  'layer2.preemptiveRatio': 0.97,
  'layer2.pruneTargetRatio': 0.8,
  'layer2.keepLast': 20,
  'layer3.factsShare': 0.1,
};

/** Touches more and earlier: for narrow windows, and where each token counts. */
export const aggressive: Partial<Settings> = {
  'layer1.singleToolResultShare': 0.25,
  'layer1.offloadThresholdTokens': 6_000,
  'layer1.inputHeadroomRatio': 0.5,
  'layer1.compactTargetRatio': 0.35,
  'layer1.evictInputsRatio': 0.6,
  'layer2.preemptiveRatio': 0.75,
  'layer2.pruneTargetRatio': 0.45,
  'layer2.keepLast': 4,
  'layer3.factsShare': 0.05,
};
