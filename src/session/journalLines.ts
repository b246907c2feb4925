import type { JournalEntry } from '../engine/journal';
import { JOURNAL_VERSION } from '../engine/journal';
import { JournalError } from './journalError';

/** What the bytes of a journal hold. */
export interface JournalContent {
  readonly entries: readonly JournalEntry[];
  /** Bytes of the lines that are whole. What follows was being written when the writer died. */
  readonly wholeBytes: number;
  /** A last line that is whole but for its line feed; part of `entries`, not of `wholeBytes`. */
  readonly unendedBytes: number;
}

const LINE_FEED = 0x0a;

const TYPES: ReadonlySet<string> = new Set<JournalEntry['type']>([
  'header',
  'message',
  'decision',
  'undo',
  'pin',
  'call',
  'model',
  'title',
]);

/**
 * Reads a journal. A torn last line is left out; damage anywhere else is not, because the indexes of all later entries
 * would then mean other messages.
 * @throws JournalError `damaged` or `newerVersion`, naming the line
 */
export function parseJournal(content: Buffer): JournalContent {
  const entries: JournalEntry[] = [];
  let start = 0;
  let line = 1;
  for (let end = content.indexOf(LINE_FEED); end >= 0; end = content.indexOf(LINE_FEED, start)) {
    const entry = parseEntry(content.toString('utf8', start, end));
    if (entry === null) throw new JournalError('damaged', `Line ${line} of the session is damaged.`);
    checkVersion(entry);
    entries.push(entry);
    start = end + 1;
    line += 1;
  }
  const last = start < content.length ? parseEntry(content.toString('utf8', start)) : null;
  if (last === null) return { entries, wholeBytes: start, unendedBytes: 0 };
  checkVersion(last);
  return { entries: [...entries, last], wholeBytes: start, unendedBytes: content.length - start };
}

/** Entries as the lines that are appended. */
export function journalLines(entries: readonly JournalEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** One line, or null when it is no entry. */
export function parseEntry(line: string): JournalEntry | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  return isEntry(value) ? value : null;
}

/** Checks what the fold relies on: files on the disk may have been touched by anyone. */
function isEntry(value: unknown): value is JournalEntry {
  if (!isRecord(value) || typeof value['type'] !== 'string' || !TYPES.has(value['type'])) return false;
  switch (value['type'] as JournalEntry['type']) {
    case 'header':
      return typeof value['version'] === 'number' && typeof value['sessionId'] === 'string' && hasModel(value);
    case 'message':
      return isMessage(value['message']);
    case 'decision':
      return isDecision(value['decision']);
    case 'undo':
      return typeof value['decisionId'] === 'string';
    case 'pin':
      return typeof value['index'] === 'number' && typeof value['pinned'] === 'boolean';
    case 'call':
      return typeof value['historyLength'] === 'number' && typeof value['inputTokens'] === 'number';
    case 'model':
      return hasModel(value);
    case 'title':
      return typeof value['title'] === 'string';
  }
}

function hasModel(value: Readonly<Record<string, unknown>>): boolean {
  const numbers = [value['window'], value['reserve']];
  return typeof value['model'] === 'string' && numbers.every((number) => typeof number === 'number');
}

function isMessage(value: unknown): boolean {
  if (!isRecord(value) || typeof value['id'] !== 'string' || typeof value['role'] !== 'string') return false;
  const parts = value['parts'];
  return Array.isArray(parts) && parts.every((part: unknown) => isRecord(part) && typeof part['type'] === 'string');
}

function isDecision(value: unknown): boolean {
  if (!isRecord(value) || typeof value['id'] !== 'string' || !Array.isArray(value['edits'])) return false;
  const removal = value['removal'];
  return removal === null || (isRecord(removal) && Array.isArray(removal['indexes']));
}

function checkVersion(entry: JournalEntry): void {
  if (entry.type === 'header' && entry.version > JOURNAL_VERSION) {
    throw new JournalError('newerVersion', 'The session was written by a newer version of Strata; update to open it.');
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
