/** Where a text may be cut without breaking a character a person sees, or a line where one ends near. */

/** A line break counts as near when cutting there keeps at least this share of what would fit. */
const NEAR_LINE_BREAK_SHARE = 0.5;

/** Graphemes longer than this many characters do not occur in text; bounds the look back for a safe start. */
const LONGEST_GRAPHEME_CHARACTERS = 512;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The largest offset up to `limit`, in characters, at which the head of `text` may end: behind a line break where one is
 * near, otherwise between two graphemes; a CRLF is one.
 */
export function headEnd(text: string, limit: number): number {
  if (limit >= text.length) return text.length;
  if (limit <= 0) return 0;
  const lineEnd = text.lastIndexOf('\n', limit - 1) + 1;
  return lineEnd >= limit * NEAR_LINE_BREAK_SHARE && lineEnd > 0 ? lineEnd : graphemeBoundaryBefore(text, limit);
}

/** The smallest offset from `limit` on at which the tail of `text` may start, by the same rules. */
export function tailStart(text: string, limit: number): number {
  if (limit <= 0) return 0;
  if (limit >= text.length) return text.length;
  if (text.charAt(limit - 1) === '\n') return limit;
  const lineStart = text.indexOf('\n', limit) + 1;
  const longest = text.length - limit;
  if (lineStart > 0 && text.length - lineStart >= longest * NEAR_LINE_BREAK_SHARE) return lineStart;
  const before = graphemeBoundaryBefore(text, limit);
  if (before === limit) return limit;
  const following = graphemes.segment(text.slice(before, before + LONGEST_GRAPHEME_CHARACTERS)).containing(0);
  return before + (following?.segment.length ?? 1);
}

/** The largest offset up to `offset` that parts no grapheme. */
function graphemeBoundaryBefore(text: string, offset: number): number {
  if (offset <= 0 || offset >= text.length) return Math.max(0, Math.min(offset, text.length));
  const from = safeStart(text, offset);
  const segment = graphemes.segment(text.slice(from, offset + LONGEST_GRAPHEME_CHARACTERS)).containing(offset - from);
  return segment === undefined ? offset : from + segment.index;
}

/**
 * An offset before `offset` where a grapheme surely starts: a printable ASCII character after another one. Segmenting
 * from the middle of a run of flags would pair them wrongly.
 */
function safeStart(text: string, offset: number): number {
  const earliest = Math.max(0, offset - LONGEST_GRAPHEME_CHARACTERS);
  for (let position = offset - 1; position > earliest; position -= 1) {
    if (isPrintableAscii(text.charCodeAt(position)) && isPrintableAscii(text.charCodeAt(position - 1))) return position;
  }
  return earliest;
}

function isPrintableAscii(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}
