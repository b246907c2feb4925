import { isRecord } from '../../../wire/jsonValue';
import { changeJsonTexts, isJson } from './jsonLiterals';

/**
 * Fields that are left alone, by the kind of part they stand in: a key cannot be read out of base64 by its shape, and a
 * provider refuses its own signatures once they are changed.
 */
const OPAQUE: Readonly<Record<string, readonly string[]>> = { media: ['data'], thinking: ['signature', 'redacted'] };

/** Fields that hold a JSON document as text. */
const DOCUMENTS = new Set(['arguments', 'json']);

/** A text of a value: `name` is the field it stands in, or its key in a JSON document that stands in one. */
export type TextChange = (text: string, name: string) => string;

/**
 * A plain value with other texts in it. Its structure stays, and JSON documents that stand in it as text stay JSON; what
 * did not change is the same object.
 */
export function mapTexts<Value>(value: Value, change: TextChange): Value;
export function mapTexts(value: unknown, change: TextChange): unknown {
  return mapped(value, '', change);
}

function mapped(value: unknown, name: string, change: TextChange): unknown {
  if (typeof value === 'string') return mappedText(value, name, change);
  if (Array.isArray(value)) {
    const items = value.map((item) => mapped(item, name, change));
    return items.some((item, position) => item !== value[position]) ? items : value;
  }
  if (!isRecord(value)) return value;
  const opaque = typeof value['type'] === 'string' ? (OPAQUE[value['type']] ?? []) : [];
  const entries = Object.entries(value).map(
    ([key, item]) => [key, opaque.includes(key) ? item : mapped(item, key, change)] as const,
  );
  return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value;
}

function mappedText(text: string, name: string, change: TextChange): string {
  // The bytes of an image.
  if (/^data:[^,]{0,200};base64,/.test(text)) return text;
  return DOCUMENTS.has(name) && isJson(text) ? changeJsonTexts(text, change) : change(text, '');
}
