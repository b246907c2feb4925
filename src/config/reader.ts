import { isRecord, type Check } from '../engine/fieldCheck';
import type { Problem } from './parsed';
import { camelCase } from './spelling';

/** Takes a value if it can; if not, gives undefined and adds to the problems why. */
export type Reader<Value> = (value: unknown, path: string, problems: Problem[]) => Value | undefined;

/** A value that the check lets through is one of the reader's type. */
export function checked<Value>(check: Check): Reader<Value> {
  return (value, path, problems) => {
    const fault = check(value);
    if (fault === null) return value as Value;
    problems.push({ path, fault, kind: 'wrong' });
    return undefined;
  };
}

/** Takes the fields it has a reader for, in either spelling; each may be missing. */
export function objectOf<Value extends object>(fields: {
  readonly [Key in keyof Value]-?: Reader<NonNullable<Value[Key]>>;
}): Reader<Value> {
  const readers = new Map<string, Reader<unknown>>(Object.entries(fields));
  return (value, path, problems) => {
    if (!isRecord(value)) {
      problems.push({ path, fault: 'must be an object', kind: 'wrong' });
      return undefined;
    }
    const read = new Map<string, unknown>();
    for (const [name, item] of Object.entries(value)) {
      const key = camelCase(name);
      const at = within(path, name);
      const reader = readers.get(key);
      if (reader === undefined) problems.push({ path: at, fault: 'is not known', kind: 'unknown' });
      else if (read.has(key)) problems.push({ path: at, fault: 'is there in both spellings', kind: 'wrong' });
      else {
        const taken = reader(item, at, problems);
        if (taken !== undefined) read.set(key, taken);
      }
    }
    // Each field was read by the reader of its name.
    return Object.fromEntries(read) as Value;
  };
}

/** Names are the user's own, and stay as they are. */
export function recordOf<Item>(reader: Reader<Item>): Reader<Readonly<Record<string, Item>>> {
  return (value, path, problems) => {
    if (!isRecord(value)) {
      problems.push({ path, fault: 'must be an object', kind: 'wrong' });
      return undefined;
    }
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, item]) => {
        const taken = reader(item, within(path, name), problems);
        return taken === undefined ? [] : [[name, taken] as const];
      }),
    );
  };
}

/** Items that cannot be taken are left out. */
export function listOf<Item>(reader: Reader<Item>): Reader<readonly Item[]> {
  return (value, path, problems) => {
    if (!Array.isArray(value)) {
      problems.push({ path, fault: 'must be a list', kind: 'wrong' });
      return undefined;
    }
    return value.flatMap((item: unknown, position) => {
      const taken = reader(item, within(path, String(position)), problems);
      return taken === undefined ? [] : [taken];
    });
  };
}

function within(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
