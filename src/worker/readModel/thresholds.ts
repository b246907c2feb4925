import { type ContextLimits, type EngineSettings, inputLimit } from '../../engine/settings';
import type { Threshold } from '../../protocol/inspector';

/** The marks on the gauge at which the engine acts, lowest first. */
export function thresholds({ layer1, layer2 }: EngineSettings, limits: ContextLimits): Threshold[] {
  const tick = (setting: string, ratio: number, whole: number, what: string): Threshold => ({
    setting: `strata.${setting}`,
    label: `${Math.round(ratio * 100).toString()} % ${what}`,
    tokens: Math.floor(ratio * whole),
  });
  return [
    tick('layer1.inputHeadroomRatio', layer1.inputHeadroomRatio, limits.window, 'compact'),
    tick('layer1.evictInputsRatio', layer1.evictInputsRatio, limits.window, 'archive arguments'),
    tick('layer2.preemptiveRatio', layer2.preemptiveRatio, inputLimit(limits), 'prune'),
  ].sort((a, b) => a.tokens - b.tokens);
}
