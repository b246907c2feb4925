import type { JournalEntry } from '../engine/journal';
import { misplacedFault, parseJournalEntry } from '../engine/journalEntry';
import { t } from '../l10n/text';
import { JournalError } from './journalError';
import { TimeSlices } from './timeSlices';

/** What the bytes of a journal hold. */
export interface JournalContent {
  readonly entries: readonly JournalEntry[];
  /** Bytes of the lines that are whole. What follows was being written when the writer died. */
  readonly wholeBytes: number;
  /** A last line that is whole but for its line feed; part of `entries`, not of `wholeBytes`. */
  readonly unendedBytes: number;
}

const LINE_FEED = 0x0a;

/**
 * Reads a journal and lets others use the thread meanwhile. A torn last line is left out, and padding around lines means nothing; damage anywhere else does,
 * because the indexes of all later entries would then mean other messages.
 * @throws JournalError `damaged` or `newerVersion`, naming the line
 */
export async function parseJournal(content: Buffer): Promise<JournalContent> {
  const reader = new EntryReader();
  const slices = new TimeSlices();
  let start = 0;
  for (let end = content.indexOf(LINE_FEED); end >= 0; end = content.indexOf(LINE_FEED, start)) {
    reader.read(recordIn(content, start, end));
    start = end + 1;
    const pause = slices.look();
    if (pause !== null) await pause;
  }
  const last = recordIn(content, start, content.length);
  // Part of an object is never JSON, so this line was not being written: it is whole, and judged like the others.
  const isWhole = typeof last === 'object' && last !== null;
  if (isWhole) reader.read(last);
  return { entries: reader.entries, wholeBytes: start, unendedBytes: isWhole ? content.length - start : 0 };
}

/** Entries as the lines that are appended. */
export function journalLines(entries: readonly JournalEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** One line, or null when it is no entry. */
export function parseEntry(line: string): JournalEntry | null {
  const content = Buffer.from(line);
  const parsed = parseJournalEntry(recordIn(content, 0, content.length));
  return parsed.kind === 'entry' ? parsed.entry : null;
}

/** Takes the records of a journal in order and holds each against those before it. */
class EntryReader {
  readonly entries: JournalEntry[] = [];
  #line = 0;
  #messages = 0;

  /** @param record undefined for a line that holds nothing, null for one that is not JSON. */
  read(record: unknown): void {
    this.#line += 1;
    if (record === undefined) return;
    const parsed = parseJournalEntry(record);
    if (parsed.kind === 'newer') {
      throw new JournalError(
        'newerVersion',
        t(
          'The session was written by a newer version of Strata (line {0}: {1}); update to open it.',
          this.#line,
          parsed.fault,
        ),
      );
    }
    const fault = parsed.kind === 'entry' ? misplacedFault(parsed.entry, this.#messages) : parsed.fault;
    if (parsed.kind === 'fault' || fault !== null) {
      throw new JournalError(
        'damaged',
        t(
          'Line {0} of the session is damaged ({1}). Nothing was changed; mend the line, or start a new session.',
          this.#line,
          fault ?? '',
        ),
      );
    }
    if (parsed.entry.type === 'message') this.#messages += 1;
    this.entries.push(parsed.entry);
  }
}

/** The JSON between two positions, undefined where there is only padding, null where it cannot be read. */
function recordIn(content: Buffer, start: number, end: number): unknown {
  const [from, to] = withoutPadding(content, start, end);
  if (from === to) return undefined;
  try {
    return JSON.parse(content.toString('utf8', from, to)) as unknown;
  } catch {
    return null;
  }
}

/** Byte order marks of editors, zeros of a power cut, white space: none of it was written by a session, none of it hurts. */
function withoutPadding(content: Buffer, start: number, end: number): readonly [from: number, to: number] {
  let from = start;
  let to = end;
  for (;;) {
    while (from < to && isPadding(content[from])) from += 1;
    if (to - from < 3 || content[from] !== 0xef || content[from + 1] !== 0xbb || content[from + 2] !== 0xbf) break;
    from += 3;
  }
  while (to > from && isPadding(content[to - 1])) to -= 1;
  return [from, to];
}

function isPadding(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0d || byte === 0x09 || byte === 0;
}
