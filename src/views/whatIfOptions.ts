import { aggressive, gentle } from '../config/presets';
import { profileNames } from '../config/resolveCompression';
import type { SettingKey, Settings } from '../config/settings';
import { type TunedNumber, type TunedSetting, tunedSettings, tunedValue } from '../config/tunedSettings';
import { knownModels } from '../models/knownModels';
import type * as protocol from '../protocol/whatIf';
import type { SettingTexts } from './settingTexts';

/** Windows below it hold no conversation, and above it none is known; tokens. */
const WINDOW_RANGE = { minimum: 1_000, maximum: 10_000_000 } as const;

interface OptionsSubject {
  readonly current: Settings;
  /** When the page was opened. */
  readonly atStart: Settings;
  readonly texts: SettingTexts;
  readonly model: protocol.WhatIfOptions['model'] & { readonly setting: SettingKey | null };
  /** Tokens of the session's window, and where it comes from. */
  readonly window: { readonly setting: SettingKey | null; readonly tokens: number };
  readonly refused: protocol.WhatIfOptions['refused'];
}

/** Everything what-if can be asked with, as of the settings as they are. */
export function whatIfOptions(subject: OptionsSubject): protocol.WhatIfOptions {
  const { current, texts, model, window, refused } = subject;
  const shown = tunedSettings.filter(({ key }) => !key.endsWith('.window'));
  return {
    settings: shown.map((tuned) => ({
      setting: fullName(tuned.key),
      ...texts(tuned.key),
      control: controlOf(tuned, current),
    })),
    presets: presetsOf(subject),
    models: knownModels(),
    window: { setting: nameOrNull(window.setting), control: windowControl(window.tokens) },
    model: { ...model, setting: nameOrNull(model.setting) },
    refused,
  };
}

function controlOf(tuned: TunedSetting, current: Settings): protocol.TunedSetting['control'] {
  const value = tunedValue(current, tuned.key);
  switch (tuned.kind) {
    case 'number':
      return { ...numberOf(tuned), value: typeof value === 'number' ? value : tuned.default };
    case 'switch':
      return { kind: 'switch', default: tuned.default, value: value === true };
    case 'list': {
      const chosen = Array.isArray(value) ? (value as readonly string[]) : tuned.default;
      // What somebody has added stands beside what is suggested.
      return {
        kind: 'list',
        choices: [...new Set([...tuned.choices, ...chosen])],
        default: tuned.default,
        value: chosen,
      };
    }
  }
}

function numberOf({
  unit,
  minimum,
  maximum,
  step,
  scale,
  default: standard,
}: TunedNumber): Omit<protocol.TunedNumber, 'value'> {
  return { kind: 'number', unit, minimum, maximum, step, scale, default: standard };
}

function windowControl(tokens: number): protocol.TunedNumber {
  return { kind: 'number', unit: 'tokens', ...WINDOW_RANGE, step: 1, scale: 'factor', default: tokens, value: tokens };
}

function presetsOf({ current, atStart }: OptionsSubject): protocol.WhatIfPreset[] {
  const defaults = Object.fromEntries(tunedSettings.map((tuned) => [tuned.key, tuned.default]));
  const preset = (
    kind: protocol.WhatIfPreset['kind'],
    values: Readonly<Partial<Record<SettingKey, unknown>>>,
  ): protocol.WhatIfPreset => ({ id: kind, kind, name: '', scenario: null, wish: wishOf(values, current) });
  return [
    preset('defaults', defaults),
    preset('gentle', gentle),
    preset('aggressive', aggressive),
    preset('start', atStart),
    ...profileNames(current).flatMap(({ name, scenarios }) =>
      [null, ...scenarios].map((scenario): protocol.WhatIfPreset => ({
        id: `profile ${name} ${scenario ?? ''}`,
        kind: 'profile',
        name,
        scenario,
        wish: { ...wishOf({}, current), profile: { name, scenario } },
      })),
    ),
  ];
}

/** Of these values those that are others than now; the window and the model stay. */
function wishOf(values: Readonly<Partial<Record<SettingKey, unknown>>>, current: Settings): protocol.WhatIfWish {
  const moved = tunedSettings.filter(
    ({ key }) =>
      key in values && !key.endsWith('.window') && JSON.stringify(values[key]) !== JSON.stringify(current[key]),
  );
  return {
    values: Object.fromEntries(moved.map(({ key }) => [fullName(key), values[key] as protocol.TunedValue])),
    profile: null,
    window: null,
    model: null,
  };
}

function fullName(key: SettingKey): string {
  return `strata.${key}`;
}

function nameOrNull(key: SettingKey | null): string | null {
  return key === null ? null : fullName(key);
}
