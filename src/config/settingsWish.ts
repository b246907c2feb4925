import { isDeepStrictEqual } from 'node:util';
import type { EngineSettings } from '../engine/settings';
import { configuredPlace, engineSettings } from './engineSettings';
import type { CompressionPlace, CompressionScenario } from './resolveCompression';
import { settings as definitions, type SettingKey, type Settings } from './settings';
import { type TunedSetting, tunedSettings, type TunedValue } from './tunedSettings';
import { validateSettings } from './validateSettings';

/** Settings as somebody would have them; what is not named stays as it is. */
export interface SettingsWish {
  readonly values: Readonly<Partial<Record<SettingKey, unknown>>>;
  /** The profile of proactive compression, and its scenario where that is not to follow from the window. */
  readonly profile: { readonly name: string; readonly scenario: CompressionScenario | null } | null;
}

/** A tuned setting as it holds: another one may decide in its place. */
export interface HeldValue {
  readonly value: TunedValue;
  /** The setting that decides; null where this one does. */
  readonly governedBy: SettingKey | null;
}

export interface ResolvedWish {
  /** All settings, checked. */
  readonly settings: Settings;
  readonly engine: EngineSettings;
  /** One sentence for each value that could not be taken as it is. */
  readonly warnings: readonly string[];
  readonly held: Readonly<Partial<Record<SettingKey, HeldValue>>>;
}

/** The levels that go before settings one by one, the strongest first. */
const GOVERNORS = ['model.overrides', 'compression.config', 'compression.profiles', 'compression.stages'] as const;

/**
 * What a wish comes to.
 *
 * @param at what the calls are made to; null: what the settings say
 */
export function resolveWish(current: Settings, wish: SettingsWish, at: CompressionPlace | null): ResolvedWish {
  const profile = wish.profile === null ? {} : { 'compression.profile': wish.profile.name };
  const { settings, warnings } = validateSettings({ ...current, ...wish.values, ...profile });
  const scenario = wish.profile?.scenario ?? null;
  const place = (values: Settings): CompressionPlace => ({
    ...(at ?? configuredPlace(values)),
    ...(scenario === null ? {} : { scenario }),
  });
  const known = new Set(validateSettings(current).warnings);
  const engineOf = (values: Settings): EngineSettings => engineSettings(values, place(values));
  const engine = engineOf(settings);
  return {
    settings,
    engine,
    warnings: warnings.filter((warning) => !known.has(warning)),
    held: Object.fromEntries(tunedSettings.map((tuned) => [tuned.key, heldValue(tuned, settings, engine, engineOf)])),
  };
}

function heldValue(
  tuned: TunedSetting,
  settings: Settings,
  engine: EngineSettings,
  engineOf: (values: Settings) => EngineSettings,
): HeldValue {
  const { key } = tuned;
  const own = settings[key] as TunedValue;
  const decides = (values: Settings): boolean =>
    probesOf(tuned).some((probe) => !isDeepStrictEqual(engineOf({ ...values, [key]: probe }), engineOf(values)));
  const governedBy =
    isLimit(key) || decides(settings)
      ? null
      : (GOVERNORS.find((governor) => decides({ ...settings, [governor]: definitions[governor].default })) ??
        GOVERNORS.find((governor) => !isDeepStrictEqual(settings[governor], definitions[governor].default)) ??
        null);
  return { value: governedBy === null ? own : (valueInForce(key, engine) ?? own), governedBy };
}

/** Values of which at least one is another than the one that holds, whatever that is. */
function probesOf(tuned: TunedSetting): readonly TunedValue[] {
  switch (tuned.kind) {
    case 'number':
      return [tuned.minimum, tuned.maximum];
    case 'switch':
      return [true, false];
    case 'list':
      return [[], tuned.choices];
  }
}

/** Whether it is about the window, which the engine is told apart. */
function isLimit(key: SettingKey): boolean {
  return key === 'model.window' || key === 'offline.window' || key === 'tokens.reserve';
}

/** What the engine goes by; null where that is more than one value, as with several stages. */
function valueInForce(key: SettingKey, { layer1, layer2, layer3, compression }: EngineSettings): TunedValue | null {
  const [group, name] = key.split('.') as [string, string];
  const [stage] = compression.stages.length === 1 ? compression.stages : [];
  const groups: Readonly<Record<string, object>> = {
    layer1,
    layer2,
    layer3,
    compression: { ...compression, ...stage, tokensPerChar: compression.tokensPerChar ?? 0 },
  };
  const values = groups[group] as Readonly<Record<string, TunedValue>> | undefined;
  return values?.[name] ?? null;
}
