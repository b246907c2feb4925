import * as z from 'zod/mini';
import { confinedPath, workspacePath } from './confinedPath';
import { checkWritable } from './ordinaryFile';
import { defineTool } from './tool';

export const writeFileTool = defineTool({
  name: 'write_file',
  canonicalName: 'Write File',
  description: 'Writes a whole text file of the workspace, replacing it when it exists. To change a part, use edit.',
  schema: z.object({
    path: z.string().check(z.minLength(1), z.describe('Path from the workspace folder')),
    content: z.string().check(z.describe('The whole new text')),
  }),
  needsApproval: true,
  writtenPath: (args) => args.path,
  preview: (args) => ({ summary: args.path, detail: `${args.path}\n\n${args.content}` }),
  run: async (args, context) => {
    const path = await confinedPath(context.root, args.path);
    await checkWritable(path, args.path);
    await context.files.write(path, args.content);
    const size = String(Buffer.byteLength(args.content));
    return { text: `Wrote ${workspacePath(context.root, path)} (${size} bytes).`, isError: false };
  },
});
