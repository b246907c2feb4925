import type { SettingCategory, SettingUnit } from './settingDefinition';
import { settingKeys, settings, type SettingKey, type Settings } from './settings';

/** The settings that can be moved in what-if, as the table defines them. */

/** Above this many times its minimum, a range is moved through by factors and not by steps. */
const FACTORS_FROM = 100;

interface TunedBase {
  readonly key: SettingKey;
  readonly category: SettingCategory;
}

/** A number between two ends. */
export interface TunedNumber extends TunedBase {
  readonly kind: 'number';
  readonly unit: SettingUnit;
  readonly minimum: number;
  readonly maximum: number;
  /** Between two values that can be told apart. */
  readonly step: number;
  /** `factor`: equal ways of a slider are equal factors. */
  readonly scale: 'linear' | 'factor';
  readonly default: number;
}

export interface TunedSwitch extends TunedBase {
  readonly kind: 'switch';
  readonly default: boolean;
}

/** A list of which each entry is in or out. */
export interface TunedList extends TunedBase {
  readonly kind: 'list';
  readonly choices: readonly string[];
  readonly default: readonly string[];
}

export type TunedSetting = TunedNumber | TunedSwitch | TunedList;

/** What a tuned setting is set to. */
export type TunedValue = number | boolean | readonly string[];

/** In the order of the settings editor. */
export const tunedSettings: readonly TunedSetting[] = settingKeys.flatMap(tunedSetting);

/** The value of a tuned setting; of any other none is told. */
export function tunedValue(values: Settings, key: SettingKey): TunedValue | null {
  const value = values[key];
  const isTuned = tunedSettings.some((tuned) => tuned.key === key);
  return isTuned ? (value as TunedValue) : null;
}

function tunedSetting(key: SettingKey): readonly TunedSetting[] {
  const definition = settings[key];
  if (!('tuning' in definition)) return [];
  const { category } = definition;
  switch (definition.type) {
    case 'boolean':
      return [{ kind: 'switch', key, category, default: definition.default }];
    case 'list':
      return [{ kind: 'list', key, category, choices: definition.suggestions, default: definition.default }];
    case 'number':
    case 'integer': {
      const { minimum, maximum, default: standard, tuning } = definition;
      const { unit } = tuning;
      const isWide = maximum > FACTORS_FROM * Math.max(1, minimum);
      return [
        {
          kind: 'number',
          key,
          category,
          unit,
          minimum,
          maximum,
          step: definition.type === 'integer' ? 1 : 0.01,
          scale: definition.type === 'integer' && isWide ? 'factor' : 'linear',
          default: standard,
        },
      ];
    }
  }
}
