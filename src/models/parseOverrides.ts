import type { ModelOverride, ModelOverrides, ThresholdOverrides } from './profileOverrides';

/** Least and greatest value. */
export interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
  readonly integer: boolean;
}

export interface ParsedOverrides {
  /** Everything that could be used. */
  readonly overrides: ModelOverrides;
  /** What could not, one sentence each, with the path to it. */
  readonly problems: readonly string[];
}

type NumberField = Exclude<keyof ModelOverride, 'thresholds'>;

export const TOKENS: Bounds = { minimum: 1, maximum: 100_000_000, integer: true };
/** Dollars for a million tokens; no model has cost more than some 600. */
export const PRICE: Bounds = { minimum: 0, maximum: 100_000, integer: false };

const FIELDS: Readonly<Record<NumberField, Bounds>> = {
  window: TOKENS,
  maxOutput: TOKENS,
  inputPrice: PRICE,
  cachedInputPrice: PRICE,
  outputPrice: PRICE,
};

/**
 * Reads the setting `strata.model.overrides`. An entry that cannot be used is left out and named; the others hold.
 *
 * @param value whatever stands in the settings; nothing at all is no override
 * @param thresholds the settings that may be replaced for a model, by name without `strata.`, with their bounds
 */
export function parseOverrides(value: unknown, thresholds: Readonly<Record<string, Bounds>>): ParsedOverrides {
  if (value === undefined || value === null) return { overrides: {}, problems: [] };
  const problems: string[] = [];
  if (!isRecord(value))
    return { overrides: {}, problems: [`model.overrides has to be an object, not ${kindOf(value)}.`] };
  const overrides: [string, ModelOverride][] = [];
  for (const [pattern, entry] of Object.entries(value)) {
    const path = `model.overrides[${JSON.stringify(pattern)}]`;
    if (pattern.trim() === '') problems.push(`${path}: the pattern is empty; "*" stands for every model.`);
    else if (!isRecord(entry)) problems.push(`${path} has to be an object, not ${kindOf(entry)}.`);
    else overrides.push([pattern.trim(), parseEntry(path, entry, thresholds, problems)]);
  }
  return { overrides: Object.fromEntries(overrides), problems };
}

function parseEntry(
  path: string,
  entry: Readonly<Record<string, unknown>>,
  thresholds: Readonly<Record<string, Bounds>>,
  problems: string[],
): ModelOverride {
  const { thresholds: given, ...numbers } = entry;
  const fields: ModelOverride = parseNumbers(path, numbers, FIELDS, [...Object.keys(FIELDS), 'thresholds'], problems);
  if (given === undefined) return fields;
  if (!isRecord(given)) {
    problems.push(`${path}.thresholds has to be an object, not ${kindOf(given)}.`);
    return fields;
  }
  const inside = `${path}.thresholds`;
  const parsed: ThresholdOverrides = parseNumbers(inside, given, thresholds, Object.keys(thresholds), problems);
  return { ...fields, thresholds: parsed };
}

/** The numbers among the entries that are known and within their bounds. */
function parseNumbers(
  path: string,
  entries: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, Bounds>>,
  names: readonly string[],
  problems: string[],
): Record<string, number> {
  const parsed: [string, number][] = [];
  for (const [name, value] of Object.entries(entries)) {
    const bounds = Object.hasOwn(known, name) ? known[name] : undefined;
    if (bounds === undefined) problems.push(`${path}: ${name} is not known here. Known are ${names.join(', ')}.`);
    else if (isWithin(value, bounds)) parsed.push([name, value]);
    else problems.push(`${path}.${name} has to be ${describe(bounds)}, not ${JSON.stringify(value)}.`);
  }
  return Object.fromEntries(parsed);
}

function isWithin(value: unknown, { minimum, maximum, integer }: Bounds): value is number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  return value >= minimum && value <= maximum && (!integer || Number.isInteger(value));
}

function describe({ minimum, maximum, integer }: Bounds): string {
  return `a ${integer ? 'whole number' : 'number'} from ${minimum} to ${maximum}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
