/** Reads of values that came out of `JSON.parse` and may be anything. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` without turning the elements into `any`. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/**
 * A value where it is a string. For what is read of every line: a field read in place, `asString(record['id'])`, is found
 * several times as fast as by `stringAt`, which looks up all fields of all kinds of records.
 */
export function asString(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A value where it is an object, as `asString`. */
export function asRecord(value: unknown): JsonRecord | null {
  return isRecord(value) ? value : null;
}

export function recordAt(record: JsonRecord, key: string): JsonRecord | null {
  const value = record[key];
  return isRecord(value) ? value : null;
}

export function stringAt(record: JsonRecord, key: string): string | null {
  const value = record[key];
  return typeof value === 'string' ? value : null;
}

export function numberAt(record: JsonRecord, key: string): number | null {
  const value = record[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** JSON text of a value that came out of `JSON.parse`; a missing value is written as `null`. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value ?? null);
}
