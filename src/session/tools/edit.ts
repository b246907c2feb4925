import * as z from 'zod/mini';
import { confinedPath, workspacePath } from './confinedPath';
import { readWhole } from './ordinaryFile';
import { decodeText } from './textContent';
import { ToolError, defineTool } from './tool';

export const editTool = defineTool({
  name: 'edit',
  canonicalName: 'Edit',
  description:
    'Replaces a piece of a text file. old_text must stand in the file exactly once, blanks and line breaks included, unless replace_all is true.',
  schema: z.object({
    path: z.string().check(z.minLength(1), z.describe('Path from the workspace folder')),
    old_text: z.string().check(z.minLength(1), z.describe('The text to replace, exactly as in the file')),
    new_text: z.string().check(z.describe('The text to put in its place')),
    replace_all: z.optional(z.boolean().check(z.describe('Replace every occurrence'))),
  }),
  needsApproval: true,
  writtenPath: (args) => args.path,
  preview: (args) => ({
    summary: args.path,
    detail: [args.path, '', ...marked('-', args.old_text), ...marked('+', args.new_text)].join('\n'),
  }),
  run: async (args, context) => {
    if (args.old_text === args.new_text) throw new ToolError('arguments', 'old_text and new_text are the same.');
    const path = await confinedPath(context.root, args.path);
    const text = decodeText(await readWhole(path, args.path, context), args.path);
    const { from, to } = withLineBreaksOf(text, args.old_text, args.new_text);
    const pieces = text.split(from);
    const count = pieces.length - 1;
    if (count === 0)
      throw new ToolError(
        'conflict',
        `old_text does not stand in ${args.path}. Read the file again; blanks and line breaks count.`,
      );
    if (count > 1 && args.replace_all !== true) {
      throw new ToolError(
        'conflict',
        `old_text stands ${String(count)} times in ${args.path}. Give more of the text around it, or set replace_all.`,
      );
    }
    await context.files.write(path, pieces.join(to));
    const times = count === 1 ? '1 occurrence' : `${String(count)} occurrences`;
    return { text: `Replaced ${times} in ${workspacePath(context.root, path)}.`, isError: false };
  },
});

/** Models write line feeds; a file with CRLF is matched and kept in its own way. */
function withLineBreaksOf(text: string, from: string, to: string): { readonly from: string; readonly to: string } {
  if (text.includes(from) || !text.includes('\r\n')) return { from, to };
  const adapt = (value: string): string => value.replaceAll(/\r?\n/g, '\r\n');
  return { from: adapt(from), to: adapt(to) };
}

function marked(mark: string, text: string): readonly string[] {
  return text.split('\n').map((line) => `${mark} ${line}`);
}
