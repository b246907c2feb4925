import { type ContextLimits, inputLimit } from '../../engine/settings';
import type { EngineSettingKey } from '../../engine/settings';
import { formatFinerShare, formatShare } from '../../l10n/numbers';

/** Tokens that a setting's ratio is a share of: the window for Layer 1, the input limit for Layer 2. */
export function tokensOfWhole(setting: EngineSettingKey, limits: ContextLimits): number {
  return setting.startsWith('layer2.') ? inputLimit(limits) : limits.window;
}

/** `76%`. */
export function percent(tokens: number, of: number): string {
  return formatShare(tokens / of);
}

/** `76% > 75%`, with a decimal where both would read the same. */
export function comparedShares(measured: number, threshold: number, of: number): string {
  const format = percent(measured, of) === percent(threshold, of) ? formatFinerShare : formatShare;
  return `${format(measured / of)} > ${format(threshold / of)}`;
}
