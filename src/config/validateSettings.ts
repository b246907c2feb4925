import { settingKeys, settings, type SettingDefinition, type SettingKey, type Settings } from './settings';

export interface ValidatedSettings {
  readonly settings: Settings;
  /** One sentence for each value that could not be taken as it is. */
  readonly warnings: readonly string[];
}

/** A target at its threshold would start a new batch at every call, so it is put this share of the threshold below it. */
const TARGET_BELOW_THRESHOLD = 0.8;

const targets: readonly { readonly target: SettingKey & RatioKey; readonly threshold: SettingKey & RatioKey }[] = [
  { target: 'layer1.compactTargetRatio', threshold: 'layer1.inputHeadroomRatio' },
  { target: 'layer2.pruneTargetRatio', threshold: 'layer2.preemptiveRatio' },
];

type RatioKey =
  'layer1.compactTargetRatio' | 'layer1.inputHeadroomRatio' | 'layer2.pruneTargetRatio' | 'layer2.preemptiveRatio';

/**
 * Values as VS Code gives them, made into settings: a value of the wrong type becomes the default, a number out of range
 * the nearest number in it, and a target above its threshold comes down.
 *
 * @param raw by key without the `strata.` prefix; a missing value means the default.
 */
export function validateSettings(raw: Readonly<Partial<Record<SettingKey, unknown>>>): ValidatedSettings {
  const warnings: string[] = [];
  const values: Partial<Record<SettingKey, unknown>> = {};
  for (const key of settingKeys) {
    const { value, warning } = validateOne(key, settings[key], raw[key]);
    values[key] = value;
    if (warning !== null) warnings.push(warning);
  }
  // Each key got a value of its definition's type above; the compiler cannot follow that through the loop.
  const valid = values as { -readonly [Key in SettingKey]: Settings[Key] };
  for (const { target, threshold } of targets) {
    if (valid[target] < valid[threshold]) continue;
    const lowered = Math.max(settings[target].minimum, round(valid[threshold] * TARGET_BELOW_THRESHOLD));
    warnings.push(
      `strata.${target} (${String(valid[target])}) must be below strata.${threshold} (${String(valid[threshold])}); ${String(lowered)} is used.`,
    );
    valid[target] = lowered;
  }
  return { settings: valid, warnings };
}

interface Checked {
  readonly value: unknown;
  readonly warning: string | null;
}

function validateOne(key: SettingKey, definition: SettingDefinition, value: unknown): Checked {
  if (value === undefined) return { value: definition.default, warning: null };
  switch (definition.type) {
    case 'number':
    case 'integer':
      return validateNumber(key, definition, value);
    case 'boolean':
      return typeof value === 'boolean' ? accept(value) : reject(key, definition, 'must be true or false');
    case 'choice': {
      const choices = Object.keys(definition.choices);
      return typeof value === 'string' && choices.includes(value)
        ? accept(value)
        : reject(key, definition, `must be one of ${choices.join(', ')}`);
    }
    case 'list':
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
        ? accept(value)
        : reject(key, definition, 'must be a list of texts');
    case 'string':
      if (typeof value !== 'string') return reject(key, definition, 'must be a text');
      return definition.format === 'url' && !isHttpUrl(value)
        ? reject(key, definition, 'must be an http or https address')
        : accept(value);
  }
}

function validateNumber(
  key: SettingKey,
  definition: SettingDefinition & { readonly type: 'number' | 'integer' },
  value: unknown,
): Checked {
  if (typeof value !== 'number' || !Number.isFinite(value)) return reject(key, definition, 'must be a number');
  const whole = definition.type === 'integer' ? Math.round(value) : value;
  const inRange = Math.min(definition.maximum, Math.max(definition.minimum, whole));
  if (inRange === value) return accept(value);
  const wanted = definition.type === 'integer' ? 'a whole number' : 'a number';
  return {
    value: inRange,
    warning: `strata.${key} must be ${wanted} from ${String(definition.minimum)} to ${String(definition.maximum)}; ${String(inRange)} is used.`,
  };
}

function accept(value: unknown): Checked {
  return { value, warning: null };
}

function reject(key: SettingKey, definition: SettingDefinition, wanted: string): Checked {
  return { value: definition.default, warning: `strata.${key} ${wanted}; the default is used.` };
}

/** Keeps sums of ratios readable in messages and in the inspector: 0.6, not 0.6000000000000001. */
function round(ratio: number): number {
  return Math.round(ratio * 1000) / 1000;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
