/** What stands in the arguments of tool calls, whatever shape an agent or a model gave them. */

export interface ArgumentString {
  /** The nearest key above the string; empty where there is none. */
  readonly key: string;
  readonly value: string;
}

/** The arguments as an object; null where they are no JSON object. */
export function argumentObject(argumentsText: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(argumentsText);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** Every string in the arguments, in order; the text itself where it is no JSON. */
export function argumentStrings(argumentsText: string): readonly ArgumentString[] {
  let root: unknown;
  try {
    root = JSON.parse(argumentsText);
  } catch {
    return [{ key: '', value: argumentsText }];
  }
  const found: ArgumentString[] = [];
  // A stack of our own: arguments may be nested deeper than functions may call each other.
  const stack: { readonly key: string; readonly value: unknown }[] = [{ key: '', value: root }];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { key, value } = item;
    if (typeof value === 'string') found.push({ key, value });
    else if (Array.isArray(value))
      for (const element of value.toReversed() as unknown[]) stack.push({ key, value: element });
    else if (isRecord(value)) {
      for (const [name, element] of Object.entries(value).reverse()) stack.push({ key: name, value: element });
    }
  }
  return found;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of the named keys that holds a text. */
export function textUnder(record: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}
