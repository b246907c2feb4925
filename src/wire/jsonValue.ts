/** Reads of values that came out of `JSON.parse` and may be anything. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` without turning the elements into `any`. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
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
