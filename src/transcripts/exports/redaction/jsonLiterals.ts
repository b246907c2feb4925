/** One text of a JSON document, as it stands there. */
interface JsonLiteral {
  /** Characters of the document, quotes included. */
  readonly start: number;
  readonly end: number;
  /** What it says. */
  readonly text: string;
  /** The key it is the value of, or the key before it where it stands in a list; empty for none, and for a key. */
  readonly key: string;
}

/** The texts of a JSON document, keys included, in order. The document must be valid. */
function* jsonLiterals(json: string): Generator<JsonLiteral> {
  let key = '';
  for (let start = json.indexOf('"'); start >= 0;) {
    const end = endOfLiteral(json, start);
    const text = JSON.parse(json.slice(start, end)) as string;
    const isName = isKey(json, end);
    yield { start, end, text, key: isName ? '' : key };
    if (isName) key = text;
    start = json.indexOf('"', end);
  }
}

/**
 * A JSON document with other texts in it; all but those texts stays byte for byte.
 *
 * @param change given a text and its key, returns what is to stand there; the same text leaves it as it is written
 * @returns the document itself where nothing was changed
 */
export function changeJsonTexts(json: string, change: (text: string, key: string) => string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, text, key } of jsonLiterals(json)) {
    const changed = change(text, key);
    if (changed === text) continue;
    pieces.push(json.slice(done, start), JSON.stringify(changed));
    done = end;
  }
  return done === 0 ? json : pieces.join('') + json.slice(done);
}

export function isJson(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function endOfLiteral(json: string, start: number): number {
  let end = start + 1;
  for (; json.charAt(end) !== '"'; end++) if (json.charAt(end) === '\\') end += 1;
  return end + 1;
}

function isKey(json: string, end: number): boolean {
  let next = end;
  while (/[ \t\r\n]/.test(json.charAt(next))) next += 1;
  return json.charAt(next) === ':';
}
