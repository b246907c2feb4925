import { visit } from 'jsonc-parser';

/** A list of a body, as it is written there. */
export interface ListElements {
  /** Characters of the body before the first element and behind the last. */
  readonly start: number;
  readonly end: number;
  /** The text of each element, byte for byte. */
  readonly elements: readonly string[];
}

/**
 * The elements of the list under `key` of an object, as they stand in its text; null where there is no such list. Where the
 * key is there twice the last one holds, as `JSON.parse` has it.
 */
export function listElements(text: string, key: string): ListElements | null {
  let depth = 0;
  let property = '';
  let isInside = false;
  let elementStart = 0;
  let start = 0;
  let elements: string[] = [];
  let found: ListElements | null = null;
  const open = (offset: number, length: number, isList: boolean): void => {
    if (depth === 1 && isList && property === key) {
      isInside = true;
      start = offset + length;
      elements = [];
    } else if (depth === 2 && isInside) elementStart = offset;
    depth += 1;
  };
  const close = (offset: number, length: number): void => {
    depth -= 1;
    if (depth === 2 && isInside) elements.push(text.slice(elementStart, offset + length));
    if (depth === 1 && isInside) {
      isInside = false;
      found = { start, end: offset, elements };
    }
  };
  visit(
    text,
    {
      onObjectBegin: (offset, length) => open(offset, length, false),
      onArrayBegin: (offset, length) => open(offset, length, true),
      onObjectEnd: close,
      onArrayEnd: close,
      onObjectProperty: (name) => {
        if (depth !== 1) return;
        property = name;
        // A later value that is no list hides the list before it.
        if (name === key) found = null;
      },
      onLiteralValue: (_value, offset, length) => {
        if (depth === 2 && isInside) elements.push(text.slice(offset, offset + length));
      },
    },
    { disallowComments: true },
  );
  return found;
}
