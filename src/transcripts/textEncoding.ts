import { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';
import type { ReadItem } from './lineReader';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * How a file writes its text, as its first bytes say. What a PowerShell of Windows redirects into a file is UTF-16, and so
 * is the export of an agent that was saved that way.
 *
 * @throws what the file system says
 */
export async function encodingOf(path: string): Promise<TextEncoding> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    if (bytesRead < 2) return 'utf-8';
    const mark = buffer.readUInt16BE(0);
    if (mark === 0xfffe) return 'utf-16le';
    return mark === 0xfeff ? 'utf-16be' : 'utf-8';
  } finally {
    await file.close();
  }
}

/** Bytes of any encoding as UTF-8, without the mark at their start. */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>, encoding: TextEncoding): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    // Nothing of a character that is not whole yet.
    if (text !== '') yield Buffer.from(text);
  }
  const rest = decoder.decode();
  if (rest !== '') yield Buffer.from(rest);
}

/** Says of records that the places told of them are not those of the file. */
export async function* withEncodingNote(
  batches: AsyncIterable<readonly ReadItem[]>,
): AsyncGenerator<readonly ReadItem[]> {
  const reason = 'The file is UTF-16; places in it are told as if it were UTF-8.';
  yield [{ kind: 'problem', problem: { severity: 'info', line: 1, byteOffset: 0, reason } }];
  yield* batches;
}
