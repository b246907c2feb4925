import type { EngineSettings } from '../engine/settings';
import type { Settings } from './settings';

/** The thresholds as the engine takes them: plain data without setting names. */
export function engineSettings(values: Settings): EngineSettings {
  return {
    layer1: {
      singleToolResultShare: values['layer1.singleToolResultShare'],
      offloadThresholdTokens: values['layer1.offloadThresholdTokens'],
      inputHeadroomRatio: values['layer1.inputHeadroomRatio'],
      compactTargetRatio: values['layer1.compactTargetRatio'],
      evictInputsRatio: values['layer1.evictInputsRatio'],
      compactableTools: values['layer1.compactableTools'],
    },
    layer2: {
      preemptiveRatio: values['layer2.preemptiveRatio'],
      pruneTargetRatio: values['layer2.pruneTargetRatio'],
      keepLast: values['layer2.keepLast'],
    },
  };
}
