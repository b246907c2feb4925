import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { hasErrorCode } from '../errorCode';
import type { ToolContext } from './tool';
import { ToolError } from './tool';

/** Bytes of the largest file that is read whole. */
const LARGEST_FILE = 50_000_000;

/**
 * Makes sure that a file may be written: opening a pipe would wait for its other end, and a device has none.
 * @throws ToolError `unsuitable` for a folder, a pipe, a device
 */
export async function checkWritable(path: string, shownPath: string): Promise<void> {
  await factsOf(path, shownPath);
}

/**
 * A file's whole content, as the editor or the disk has it.
 * @throws ToolError `missing`, or `unsuitable` for a folder, a pipe, a device and for more than 50 MB
 */
export async function readWhole(path: string, shownPath: string, context: ToolContext): Promise<Uint8Array> {
  const facts = await factsOf(path, shownPath);
  if (facts === null) throw new ToolError('missing', `There is no file ${shownPath}.`);
  if (facts.size > LARGEST_FILE) {
    throw new ToolError('unsuitable', `${shownPath} has ${facts.size} bytes, too many to read; use grep or bash.`);
  }
  try {
    return await context.files.read(path);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    throw new ToolError('missing', `There is no file ${shownPath}.`, { cause: error });
  }
}

async function factsOf(path: string, shownPath: string): Promise<Stats | null> {
  let facts: Stats;
  try {
    facts = await stat(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
  if (facts.isDirectory()) throw new ToolError('unsuitable', `${shownPath} is a folder; list it with glob.`);
  if (!facts.isFile()) throw new ToolError('unsuitable', `${shownPath} is no ordinary file.`);
  return facts;
}
