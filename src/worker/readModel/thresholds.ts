import { type ContextLimits, type EngineSettings, inputLimit } from '../../engine/settings';
import type { Threshold } from '../../protocol/inspector';
import { percent } from './shares';

/**
 * The marks on the gauge at which the engine acts, lowest first. As in the engine, Layer 1 acts no later than Layer 2, so
 * where its ratio would put it above, the mark and its label say where it really is. A threshold of proactive compression
 * that no input can reach has no mark.
 */
export function thresholds({ layer1, layer2, compression }: EngineSettings, limits: ContextLimits): Threshold[] {
  const limit = inputLimit(limits);
  const prune = Math.floor(layer2.preemptiveRatio * limit);
  const tick = (setting: string, tokens: number, whole: number, what: string): Threshold => ({
    setting: `strata.${setting}`,
    label: `${percent(tokens, whole)} ${what}`,
    tokens,
  });
  const layer1Tokens = (ratio: number): number => Math.min(Math.floor(ratio * limits.window), prune);
  const stages = compression.enabled ? compression.stages : [];
  const proactive = stages.map(({ thresholdTokens }, position) => {
    const setting = stages.length === 1 ? 'thresholdTokens' : `stages.${String(position)}`;
    return tick(`compression.${setting}`, thresholdTokens, limits.window, 'compress');
  });
  return [
    ...proactive.filter(({ tokens }) => tokens <= limit),
    tick('layer1.inputHeadroomRatio', layer1Tokens(layer1.inputHeadroomRatio), limits.window, 'compact'),
    tick('layer1.evictInputsRatio', layer1Tokens(layer1.evictInputsRatio), limits.window, 'archive arguments'),
    tick('layer2.preemptiveRatio', prune, limit, 'prune'),
  ].sort((a, b) => a.tokens - b.tokens);
}
