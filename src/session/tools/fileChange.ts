import { decodeText } from './textContent';
import type { ProposalContext, ToolContext } from './tool';
import { ToolError } from './tool';

/**
 * Makes sure that a file is as the model saw it last.
 * @param content As it is now; null for a file that is gone.
 * @throws ToolError `conflict`
 */
export function checkUnchanged(
  path: string,
  content: Uint8Array | null,
  shownPath: string,
  { seen }: ProposalContext,
): void {
  if (!seen.hasChanged(path, content)) return;
  const what = content === null ? 'is gone' : 'has changed';
  throw new ToolError(
    'conflict',
    `${shownPath} ${what} since it was last read or written here; nothing was written. Read it again before you change it.`,
  );
}

/**
 * Writes a file, which the model has seen from then on.
 * @returns What the model should know of the writing, with a blank before it, or nothing.
 */
export async function writeText(path: string, text: string, context: ToolContext): Promise<string> {
  await context.files.write(path, text);
  const content = await context.files.read(path);
  context.seen.note(path, content);
  return plain(decodeText(content, path)) === plain(text)
    ? ''
    : ' The editor formatted it on saving: read it before you change it further.';
}

/** An editor keeps the line breaks and the byte order mark of a file. */
function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}
