/** Says in words what is wrong with a value that came from a file, or null when nothing is. */
export type Check = (value: unknown) => string | null;

/** A field that may be missing. */
interface Optional {
  readonly optional: Check;
}

export type Fields = Readonly<Record<string, Check | Optional>>;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const text: Check = (value) => (typeof value === 'string' ? null : 'must be a text');

export const flag: Check = (value) => (typeof value === 'boolean' ? null : 'must be true or false');

/** Any number but those JSON cannot hold. A text such as `1e999` reads as infinity. */
export const finite: Check = (value) => (Number.isFinite(value) ? null : 'must be a number');

/** Tokens, pixels: not below zero. */
export const amount: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? null : 'must be a number of 0 or more';

/** Positions and lengths. */
export const count: Check = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? null : 'must be a whole number of 0 or more';

export function oneOf(...allowed: readonly (string | number)[]): Check {
  return (value) =>
    (typeof value === 'string' || typeof value === 'number') && allowed.includes(value)
      ? null
      : `must be one of ${allowed.join(', ')}`;
}

export function optional(check: Check): Optional {
  return { optional: check };
}

export function nullable(check: Check): Check {
  return (value) => (value === null ? null : check(value));
}

export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return 'must be a list';
    for (const [position, item] of value.entries()) {
      const fault = check(item);
      if (fault !== null) return within(String(position), fault);
    }
    return null;
  };
}

/** Fields the record has beyond these are let be: a newer version may have added them. */
export function record(fields: Fields): Check {
  const checks = Object.entries(fields);
  return (value) => {
    if (!isRecord(value)) return 'must be an object';
    for (const [name, check] of checks) {
      const isOptional = typeof check !== 'function';
      if (!Object.hasOwn(value, name)) {
        if (isOptional) continue;
        return within(name, 'is missing');
      }
      const fault = (isOptional ? check.optional : check)(value[name]);
      if (fault !== null) return within(name, fault);
    }
    return null;
  };
}

/** Records of several kinds, told apart by the text in the field `key`. */
export function variantOf(key: string, kinds: ReadonlyMap<string, Check>): Check {
  return (value) => {
    if (!isRecord(value)) return 'must be an object';
    const kind = value[key];
    const check = typeof kind === 'string' ? kinds.get(kind) : undefined;
    return check === undefined ? within(key, `must be one of ${[...kinds.keys()].join(', ')}`) : check(value);
  };
}

/** `decision.edits.0.index must be …`. A fault begins with its path or, below any, with a verb. */
function within(name: string, fault: string): string {
  return /^(?:must|is) /.test(fault) ? `${name} ${fault}` : `${name}.${fault}`;
}
