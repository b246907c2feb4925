import type { EngineSettings } from '../engine/settings';
import { withModelThresholds } from './modelOverrides';
import { resolveCompression, type CompressionPlace } from './resolveCompression';
import type { Settings } from './settings';

/**
 * The thresholds as the engine takes them: plain data without setting names.
 *
 * @param at what the calls are made to; by default what the settings say, which for a model known by its name only leaves
 *   the window out
 */
export function engineSettings(values: Settings, at: CompressionPlace = configuredPlace(values)): EngineSettings {
  const settings: EngineSettings = {
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
    layer3: {
      summarizePruned: values['layer3.summarizePruned'],
      chunkCharacters: values['layer3.chunkCharacters'],
      maximumChunks: values['layer3.maximumChunks'],
      factsShare: values['layer3.factsShare'],
    },
    compression: resolveCompression(values, at),
  };
  return withModelThresholds(settings, at.model ?? '', values['model.overrides']);
}

/** What the calls of a new session would be made to. */
export function configuredPlace(values: Settings): CompressionPlace {
  if (values.provider === 'offline') {
    return { provider: 'offline', model: 'offline', window: values['offline.window'] };
  }
  const window = values['model.window'];
  const model = values[values.provider === 'vscodeLm' ? 'vscodeLm.model' : 'openai.model'];
  return { provider: values.provider, model, ...(window === 0 ? {} : { window }) };
}
