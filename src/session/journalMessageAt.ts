import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseEntry } from './journalLines';

/**
 * Index of the message that a line of a journal holds, or of the last one before it.
 * @param line from 1
 * @returns null where no message stands there or before
 */
export async function journalMessageAt(path: string, line: number): Promise<number | null> {
  const stream = createReadStream(path);
  const lines = createInterface({ input: stream, crlfDelay: Infinity });
  let messages = 0;
  let read = 0;
  for await (const text of lines) {
    read += 1;
    // Most lines need no parsing, and no other entry is written with these words at its start.
    if (text.startsWith('{"type":"message"') && parseEntry(text)?.type === 'message') messages += 1;
    if (read === line) break;
  }
  stream.destroy();
  return messages === 0 ? null : messages - 1;
}
