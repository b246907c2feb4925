import { type ContextLimits, inputLimit } from '../../engine/settings';
import type { EngineSettingKey } from '../../engine/settings';

/** Tokens that a setting's ratio is a share of: the window for Layer 1, the input limit for Layer 2. */
export function tokensOfWhole(setting: EngineSettingKey, limits: ContextLimits): number {
  return setting.startsWith('layer2.') ? inputLimit(limits) : limits.window;
}

/** `76 %`. */
export function percent(tokens: number, whole: number, decimals = 0): string {
  return `${((100 * tokens) / whole).toFixed(decimals)} %`;
}

/** `76 % > 75 %`, with a decimal where both would read the same. */
export function comparedShares(measured: number, threshold: number, whole: number): string {
  const decimals = percent(measured, whole) === percent(threshold, whole) ? 1 : 0;
  return `${percent(measured, whole, decimals)} > ${percent(threshold, whole, decimals)}`;
}

/** `41 230`. */
export function grouped(tokens: number): string {
  return Math.round(tokens)
    .toString()
    .replace(/\B(?=(?:\d{3})+$)/g, ' ');
}
