/**
 * The value that the start of a JSON text says as far as it goes: what is open is closed where the text ends.
 * @returns undefined where the text is no JSON
 */
export function parseJsonPrefix(text: string): unknown {
  try {
    return JSON.parse(closed(text)) as unknown;
  } catch {
    return undefined;
  }
}

function closed(text: string): string {
  /** What closes each container that is open, the innermost last. */
  const open: string[] = [];
  /** How far the text is whole. Nothing is opened or closed without it being so, so that the same is open there. */
  let whole = 0;
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = stringEnd(text, at);
      if (end === null) {
        if (!isKey) return `${text.slice(0, cutBeforeEscape(text, at))}"${open.toReversed().join('')}`;
        break;
      }
      at = end;
      if (!isKey) whole = end + 1;
      continue;
    }
    switch (character) {
      case '{':
      case '[':
        open.push(character === '{' ? '}' : ']');
        isKey = character === '{';
        whole = at + 1;
        break;
      case '}':
      case ']':
        open.pop();
        isKey = false;
        whole = at + 1;
        break;
      case ',':
        whole = at;
        isKey = open.at(-1) === '}';
        break;
      case ':':
        isKey = false;
        break;
    }
  }
  if (open.length === 0) return text;
  return `${text.slice(0, whole)}${open.toReversed().join('')}`;
}

/** Place of the quotation mark that ends the string; null where the text ends in it. */
function stringEnd(text: string, start: number): number | null {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return null;
}

/** An escape may be cut through; the longest is `\uXXXX`. */
function cutBeforeEscape(text: string, start: number): number {
  const tail = /(?<!\\)(?:\\\\)*(\\(?:u[0-9a-f]{0,3})?)$/i.exec(text.slice(Math.max(start, text.length - 64)));
  return text.length - (tail?.[1]?.length ?? 0);
}
