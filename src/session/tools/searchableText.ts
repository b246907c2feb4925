import { lstat } from 'node:fs/promises';
import { isBinary, utf16Order } from './textContent';
import type { ToolContext } from './tool';

/** Bytes of the largest file that is searched unless it is named; longer ones are generated or data. */
export const LARGEST_SEARCHED = 2_000_000;

const decoders = {
  utf8: new TextDecoder('utf-8'),
  little: new TextDecoder('utf-16le'),
  big: new TextDecoder('utf-16be'),
} as const;

/**
 * The text of a file that is worth searching, or null: links, binary, too large or unreadable ones are passed over.
 * @param mostBytes Of a file that is searched.
 */
export async function searchableText(
  path: string,
  { files }: Pick<ToolContext, 'files'>,
  mostBytes: number,
): Promise<string | null> {
  try {
    const facts = await lstat(path);
    if (!facts.isFile() || facts.size > mostBytes) return null;
    const content = await files.read(path);
    return isBinary(content) ? null : decoders[utf16Order(content) ?? 'utf8'].decode(content);
  } catch {
    return null;
  }
}
