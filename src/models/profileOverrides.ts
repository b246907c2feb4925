import type { EngineSettingKey } from '../engine/settings';

/** What the user says of the models whose names match a pattern. */
export interface ModelOverride {
  /** Context window, tokens. */
  readonly window?: number;
  /** Longest reply, tokens. */
  readonly maxOutput?: number;
  /** US dollars for a million tokens. */
  readonly inputPrice?: number;
  readonly cachedInputPrice?: number;
  readonly outputPrice?: number;
  /** Thresholds that take the place of settings, by the setting's name without `strata.`. */
  readonly thresholds?: ThresholdOverrides;
}

export type ThresholdOverrides = Readonly<Partial<Record<EngineSettingKey, number>>>;

/** By pattern: a model's name in which `*` stands for anything. Capitals do not matter. */
export type ModelOverrides = Readonly<Record<string, ModelOverride>>;

/**
 * The override that holds for a model: of the patterns that match the whole name, the one with the most characters that
 * are not `*`. No other adds to it.
 */
export function overrideFor(model: string, overrides: ModelOverrides): ModelOverride | null {
  const name = model.toLowerCase();
  let best: ModelOverride | null = null;
  let bestLength = -1;
  for (const [pattern, override] of Object.entries(overrides)) {
    const length = pattern.replaceAll('*', '').length;
    if (length <= bestLength || !matches(pattern.toLowerCase(), name)) continue;
    best = override;
    bestLength = length;
  }
  return best;
}

/** The thresholds that replace settings for a model; empty where the user named none. */
export function thresholdsFor(model: string, overrides: ModelOverrides): ThresholdOverrides {
  return overrideFor(model, overrides)?.thresholds ?? {};
}

/** Whether `*` can be filled so that the pattern is the name. Never slower than the product of the two lengths. */
function matches(pattern: string, name: string): boolean {
  let position = 0;
  let patternPosition = 0;
  let star = -1;
  let starEnd = 0;
  while (position < name.length) {
    if (pattern[patternPosition] === '*') {
      star = patternPosition++;
      starEnd = position;
    } else if (pattern[patternPosition] === name[position]) {
      patternPosition++;
      position++;
    } else if (star >= 0) {
      // The newest star takes one character more, and the rest is tried again.
      patternPosition = star + 1;
      position = ++starEnd;
    } else {
      return false;
    }
  }
  return pattern.slice(patternPosition).replaceAll('*', '') === '';
}
