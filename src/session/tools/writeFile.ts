import * as z from 'zod/mini';
import { confinedPath, workspacePath } from './confinedPath';
import { checkUnchanged, writeText } from './fileChange';
import { readIfThere } from './ordinaryFile';
import { decodeEditable } from './textContent';
import { hasCarriageReturns, withCarriageReturns } from './textEdits';
import type { ProposalContext } from './tool';
import { defineTool } from './tool';

interface WrittenFile {
  /** Absolute, links resolved. */
  readonly path: string;
  /** Null for a file that is not there yet. */
  readonly before: string | null;
  readonly after: string;
}

export const writeFileTool = defineTool({
  name: 'write_file',
  canonicalName: 'Write File',
  description:
    'Writes a whole text file of the workspace, replacing it when it exists; its kind of line breaks is kept. To change a part, use edit.',
  schema: z.object({
    path: z.string().check(z.minLength(1), z.describe('Path from the workspace folder')),
    content: z.string().check(z.describe('The whole new text')),
  }),
  needsApproval: true,
  writtenPath: (args) => args.path,
  preview: (args) => ({ summary: args.path, detail: `${args.path}\n\n${args.content}` }),
  proposal: async (args, context) => {
    const { path, before, after } = await writtenFile(args.path, args.content, context);
    // Whoever looks at this allows to replace this text, not what it may have become until the word is given.
    if (before !== null) context.seen.note(path, new TextEncoder().encode(before));
    return { path: workspacePath(context.root, path), before: before ?? '', after };
  },
  run: async (args, context) => {
    const { path, before, after } = await writtenFile(args.path, args.content, context);
    const note = await writeText(path, after, context);
    const done = before === null ? 'Created' : 'Wrote';
    const size = Buffer.byteLength(after);
    return { text: `${done} ${workspacePath(context.root, path)} (${size} bytes).${note}`, isError: false };
  },
});

async function writtenFile(shownPath: string, content: string, context: ProposalContext): Promise<WrittenFile> {
  const path = await confinedPath(context.root, shownPath);
  const standing = await readIfThere(path, shownPath, context);
  checkUnchanged(path, standing, shownPath, context);
  if (standing === null) return { path, before: null, after: content };
  const before = decodeEditable(standing, shownPath);
  return { path, before, after: inTheWayOf(before, content) };
}

/** Models write line feeds and no byte order mark; a file that has others keeps them. */
function inTheWayOf(before: string, content: string): string {
  const text = !content.includes('\r') && hasCarriageReturns(before) ? withCarriageReturns(content) : content;
  return before.startsWith('\uFEFF') && !text.startsWith('\uFEFF') ? `\uFEFF${text}` : text;
}
