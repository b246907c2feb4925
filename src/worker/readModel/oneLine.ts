/** Characters that would break a line, or turn the direction of what stands around it. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** A text is looked at up to this many times the length wanted: what is shown of a large one must not cost its length. */
const READ_AHEAD = 8;

/** The start of a text: at most `limit` characters (UTF-16 units), never half a surrogate pair. */
export function clipCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? limit - 1 : limit);
}

/** A text of any length as one line of at most `limit` characters, without control characters. */
export function oneLine(text: string, limit: number): string {
  const start = clipCharacters(text.trimStart(), limit * READ_AHEAD);
  const line = onOneLine(start).trim();
  if (line.length <= limit) return line;
  return `${clipCharacters(line, limit - 1).trimEnd()}…`;
}

/** A text without control characters and line breaks, its blanks at either end left. */
export function onOneLine(text: string): string {
  return text.replace(UNPRINTABLE, ' ').replace(/\s+/gu, ' ');
}
