import { type ContextLimits, type EngineSettings, inputLimit } from '../../engine/settings';
import type { Threshold } from '../../protocol/inspectorFacts';
import { t } from '../../l10n/text';
import { percent } from './shares';

/**
 * The marks on the gauge at which the engine acts, lowest first. As in the engine, Layer 1 acts no later than Layer 2:
 * where its ratio would put it above, it acts with pruning, and the mark of pruning says so; a mark of its own would name
 * a share that nobody has set. A threshold of proactive compression that no input can reach has no mark.
 */
export function thresholds(
  { layer1: layer1Settings, layer2, compression }: EngineSettings,
  limits: ContextLimits,
): Threshold[] {
  const limit = inputLimit(limits);
  const prune = Math.floor(layer2.preemptiveRatio * limit);
  const tick = (setting: string, tokens: number, whole: number, what: string): Threshold => ({
    setting: `strata.${setting}`,
    label: `${percent(tokens, whole)} ${what}`,
    tokens,
  });
  const layer1 = [
    { setting: 'layer1.inputHeadroomRatio', ratio: layer1Settings.inputHeadroomRatio, what: t('compact') },
    { setting: 'layer1.evictInputsRatio', ratio: layer1Settings.evictInputsRatio, what: t('archive arguments') },
  ].map((mark) => ({ ...mark, tokens: Math.floor(mark.ratio * limits.window) }));
  const withPruning = layer1.filter(({ tokens }) => tokens >= prune).map(({ what }) => what);
  const stages = compression.enabled ? compression.stages : [];
  const proactive = stages.map(({ thresholdTokens }, position) => {
    const setting = stages.length === 1 ? 'thresholdTokens' : `stages.${String(position)}`;
    return tick(`compression.${setting}`, thresholdTokens, limits.window, t('compress'));
  });
  return [
    ...proactive.filter(({ tokens }) => tokens <= limit),
    ...layer1
      .filter(({ tokens }) => tokens < prune)
      .map(({ setting, tokens, what }) => tick(setting, tokens, limits.window, what)),
    tick('layer2.preemptiveRatio', prune, limit, [...withPruning, t('prune')].join(', ')),
  ].sort((a, b) => a.tokens - b.tokens);
}
