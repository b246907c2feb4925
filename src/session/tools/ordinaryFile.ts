import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { hasErrorCode } from '../errorCode';
import type { ToolContext } from './tool';
import { ToolError } from './tool';

/** Bytes of the largest file that is read whole. */
export const LARGEST_FILE = 50_000_000;

/**
 * A file's whole content, as the editor or the disk has it.
 * @throws ToolError `missing`, or `unsuitable` for a folder, a pipe, a device and for more than 50 MB
 */
export async function readWhole(
  path: string,
  shownPath: string,
  context: Pick<ToolContext, 'files'>,
): Promise<Uint8Array> {
  const content = await readIfThere(path, shownPath, context);
  if (content === null) throw new ToolError('missing', `There is no file ${shownPath}.`);
  return content;
}

/** As `readWhole`, but null for a file that does not exist. */
export async function readIfThere(
  path: string,
  shownPath: string,
  { files }: Pick<ToolContext, 'files'>,
): Promise<Uint8Array | null> {
  const facts = await factsOf(path);
  if (facts === null) return null;
  if (facts.isDirectory()) throw new ToolError('unsuitable', `${shownPath} is a folder; list it with glob.`);
  // Opening a pipe would wait for its other end, and a device has none.
  if (!facts.isFile()) throw new ToolError('unsuitable', `${shownPath} is no ordinary file.`);
  if (facts.size > LARGEST_FILE) {
    throw new ToolError('unsuitable', `${shownPath} has ${facts.size} bytes, too many to read; use grep or bash.`);
  }
  try {
    return await files.read(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

export async function isFolder(path: string): Promise<boolean> {
  return (await factsOf(path))?.isDirectory() === true;
}

async function factsOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
