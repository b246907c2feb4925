import { createReadStream } from 'node:fs';
import { parseEntry } from './journalLines';
import { TimeSlices } from './timeSlices';

/** Characters shown of a text around what was found. */
const BEFORE_CHARACTERS = 40;
const AFTER_CHARACTERS = 120;

/** Bytes read at a time; looked through in well under a millisecond. */
const CHUNK_BYTES = 65_536;

/** Longest line that is looked into, bytes: an image is no text, and reading one as JSON would hold up the thread. */
const LONGEST_LINE_BYTES = 2_097_152;

/**
 * Finds the first text of a session in which the words stand, whatever their case: what was said, the arguments of calls,
 * results. A journal is read piece by piece and only lines that may hold the words are parsed, so that neither memory nor
 * thread is taken for long.
 * @returns One line around the words, or null.
 * @throws the reason of `signal` when it is aborted
 */
export async function searchJournal(path: string, words: string, signal: AbortSignal): Promise<string | null> {
  const inLine = patternOf(JSON.stringify(words).slice(1, -1));
  const inText = patternOf(words);
  const slices = new TimeSlices();
  for await (const line of linesOf(path, signal)) {
    const pause = slices.look();
    if (pause !== null) await pause;
    signal.throwIfAborted();
    if (!inLine.test(line)) continue;
    for (const text of textsIn(line)) {
      const found = inText.exec(text);
      if (found !== null) return excerpt(text, found.index, found[0].length);
    }
  }
  return null;
}

/** Whether a title has the words, whatever their case. */
export function hasWords(title: string, words: string): boolean {
  return patternOf(words).test(title);
}

/** The lines of a file that are short enough to be text. */
async function* linesOf(path: string, signal: AbortSignal): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES, signal });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      bytes += end - start;
      if (bytes <= LONGEST_LINE_BYTES) yield Buffer.concat([...pieces, chunk.subarray(start, end)]).toString('utf8');
      pieces = [];
      bytes = 0;
      start = end + 1;
    }
    bytes += chunk.length - start;
    if (bytes <= LONGEST_LINE_BYTES) pieces.push(chunk.subarray(start));
    else pieces = [];
  }
  if (bytes <= LONGEST_LINE_BYTES) yield Buffer.concat(pieces).toString('utf8');
}

/** What a line of a journal says, or nothing where it is no message. */
function textsIn(line: string): readonly string[] {
  const entry = parseEntry(line);
  if (entry?.type !== 'message' || entry.message.role === 'system') return [];
  return entry.message.parts.flatMap((part) =>
    part.type === 'text' ? [part.text] : part.type === 'toolCall' ? [part.arguments] : [],
  );
}

function patternOf(words: string): RegExp {
  return new RegExp(words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'iu');
}

function excerpt(text: string, at: number, length: number): string {
  const start = Math.max(0, at - BEFORE_CHARACTERS);
  const end = Math.min(text.length, at + length + AFTER_CHARACTERS);
  const line = text.slice(start, end).toWellFormed().replaceAll(/\s+/gu, ' ').trim();
  return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`;
}
