/**
 * Recovery of JSON values from text that is not one JSON value: records glued together by a lost line feed, a record cut
 * off by a crash, a document without its end. All scans are aware of strings, so braces inside texts do not count.
 */

export interface RecoveredValue {
  readonly value: unknown;
  /** Characters from the start of the text to the value. */
  readonly offset: number;
}

export interface Recovery {
  readonly values: readonly RecoveredValue[];
  /** Whether some of the text belongs to no recovered value. */
  readonly incomplete: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Restarts tried behind a cut record. */
const MAXIMUM_RESTARTS = 64;

/** Characters all restarts of a line may look at before the rest of it is given up; each may look at the whole line. */
const MAXIMUM_SCANNED = 1 << 25;

/** Splits a line into the objects and arrays it holds. Never throws. */
export function recoverRecords(text: string): Recovery {
  const values: RecoveredValue[] = [];
  let incomplete = false;
  let restarts = 0;
  let scanned = 0;
  let position = nextOpening(text, 0);
  if (position !== 0) incomplete = hasContent(text, 0, position < 0 ? text.length : position);
  while (position >= 0) {
    const end = endOfValue(text, position);
    const value = end < 0 ? undefined : parse(text.slice(position, end));
    if (value === undefined) {
      // The record here is cut: a whole one may follow it on the same line.
      incomplete = true;
      restarts += 1;
      scanned += (end < 0 ? text.length : end) - position;
      position =
        restarts > MAXIMUM_RESTARTS || scanned > MAXIMUM_SCANNED + text.length ? -1 : text.indexOf('{"', position + 1);
      continue;
    }
    values.push({ value: value.parsed, offset: position });
    const next = nextOpening(text, end);
    if (hasContent(text, end, next < 0 ? text.length : next)) incomplete = true;
    position = next;
  }
  return { values, incomplete };
}

/**
 * The part of a cut-off JSON document that was complete: everything up to the last comma, with the open brackets closed.
 * Undefined where nothing can be had.
 */
export function recoverDocument(text: string): unknown {
  let closers = '';
  let cut = -1;
  let closersAtCut = '';
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
      if (index < 0) break;
    } else if (code === 0x7b) closers = `}${closers}`;
    else if (code === 0x5b) closers = `]${closers}`;
    else if (code === 0x7d || code === 0x5d) closers = closers.slice(1);
    else if (code === 0x2c) {
      cut = index;
      closersAtCut = closers;
    }
  }
  return cut < 0 ? undefined : parse(text.slice(0, cut) + closersAtCut)?.parsed;
}

/** Position behind the object or array that starts at `start`, or -1 if it does not end. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
      if (index < 0) return -1;
    } else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}

/** Position of the quote that ends the string whose opening quote is at `start`, or -1. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return -1;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

function nextOpening(text: string, from: number): number {
  const brace = text.indexOf('{', from);
  const bracket = text.indexOf('[', from);
  if (brace < 0 || bracket < 0) return Math.max(brace, bracket);
  return Math.min(brace, bracket);
}

/** Whether there is more than separators between two positions. */
function hasContent(text: string, from: number, to: number): boolean {
  return /[^\s\0,\uFEFF]/.test(text.slice(from, to));
}

/** Wrapped, so that a parsed `null` differs from a failure. */
function parse(text: string): { readonly parsed: unknown } | undefined {
  try {
    return { parsed: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
