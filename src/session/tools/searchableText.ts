import { lstat } from 'node:fs/promises';
import { isBinary } from './textContent';
import type { ToolContext } from './tool';

/** Bytes of the largest file that is searched; longer ones are generated or data. */
const LARGEST_FILE = 2_000_000;

const decoder = new TextDecoder('utf-8');

/** The text of a file that is worth searching, or null: links, binary, too large or unreadable ones are passed over. */
export async function searchableText(path: string, context: ToolContext): Promise<string | null> {
  try {
    const facts = await lstat(path);
    if (!facts.isFile() || facts.size > LARGEST_FILE) return null;
    const content = await context.files.read(path);
    return isBinary(content) ? null : decoder.decode(content);
  } catch {
    return null;
  }
}
