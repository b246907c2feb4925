import { loweredTarget } from './loweredTarget';
import { problemText } from './parsed';
import { compressionWarnings } from './resolveCompression';
import type { SettingDefinition } from './settingDefinition';
import { settingKeys, settings, type SettingKey, type Settings } from './settings';

export interface ValidatedSettings {
  readonly settings: Settings;
  /** One sentence for each value that could not be taken as it is. */
  readonly warnings: readonly string[];
}

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
    const { value, warnings: told } = validateOne(key, settings[key], raw[key]);
    values[key] = value;
    warnings.push(...told);
  }
  // Each key got a value of its definition's type above; the compiler cannot follow that through the loop.
  const valid = values as { -readonly [Key in SettingKey]: Settings[Key] };
  for (const { target, threshold } of targets) {
    if (valid[target] < valid[threshold]) continue;
    const lowered = Math.max(settings[target].minimum, round(loweredTarget(valid[threshold])));
    warnings.push(
      `strata.${target} (${String(valid[target])}) must be below strata.${threshold} (${String(valid[threshold])}); ${String(lowered)} is used.`,
    );
    valid[target] = lowered;
  }
  warnings.push(...compressionWarnings(valid));
  return { settings: valid, warnings };
}

interface Checked {
  readonly value: unknown;
  readonly warnings: readonly string[];
}

function validateOne(key: SettingKey, definition: SettingDefinition, value: unknown): Checked {
  if (value === undefined) return accept(definition.default);
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
      if (definition.format === 'url' && !isHttpUrl(value)) {
        return reject(key, definition, 'must be an http or https address');
      }
      return definition.placeholder !== undefined && value !== '' && !value.includes(definition.placeholder)
        ? reject(key, definition, `must hold ${definition.placeholder}`)
        : accept(value);
    case 'structure': {
      const parsed = definition.parse(value, `strata.${key}`);
      return {
        value: parsed.value,
        warnings: parsed.problems.map((problem) => `${problemText(problem)}; it is ignored.`),
      };
    }
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
    warnings: [
      `strata.${key} must be ${wanted} from ${String(definition.minimum)} to ${String(definition.maximum)}; ${String(inRange)} is used.`,
    ],
  };
}

function accept(value: unknown): Checked {
  return { value, warnings: [] };
}

function reject(key: SettingKey, definition: SettingDefinition, wanted: string): Checked {
  return { value: definition.default, warnings: [`strata.${key} ${wanted}; the default is used.`] };
}

/** Keeps sums of ratios readable in messages and in the inspector: 0.6, not 0.6000000000000001. */
function round(ratio: number): number {
  return Math.round(ratio * 1000) / 1000;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
