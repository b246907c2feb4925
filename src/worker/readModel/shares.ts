import { type ContextLimits, inputLimit } from '../../engine/settings';
import type { EngineSettingKey } from '../../engine/settings';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Tokens that a setting's ratio is a share of: the window for Layer 1, the input limit for Layer 2. */
export function tokensOfWhole(setting: EngineSettingKey, limits: ContextLimits): number {
  return setting.startsWith('layer2.') ? inputLimit(limits) : limits.window;
}

/** `76%`. */
export function percent(tokens: number, of: number, decimals = 0): string {
  return `${((100 * tokens) / of).toFixed(decimals)}%`;
}

/** `76% > 75%`, with a decimal where both would read the same. */
export function comparedShares(measured: number, threshold: number, of: number): string {
  const decimals = percent(measured, of) === percent(threshold, of) ? 1 : 0;
  return `${percent(measured, of, decimals)} > ${percent(threshold, of, decimals)}`;
}

/** `41,230`: no space in it, so that a line never breaks inside a number. */
export function grouped(tokens: number): string {
  return whole.format(tokens);
}
