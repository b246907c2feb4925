import { stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { hasErrorCode } from '../errorCode';
import { confinedPath, workspacePath } from './confinedPath';
import { ToolError, defineTool } from './tool';

export const writeFileTool = defineTool({
  name: 'write_file',
  canonicalName: 'Write File',
  description: 'Writes a whole text file of the workspace, replacing it when it exists. To change a part, use edit.',
  schema: z.object({
    path: z.string().check(z.minLength(1), z.describe('Path from the workspace folder')),
    content: z.string().check(z.describe('The whole new text')),
  }),
  needsApproval: true,
  preview: (args) => ({ summary: args.path, detail: `${args.path}\n\n${args.content}` }),
  run: async (args, context) => {
    const path = await confinedPath(context.root, args.path);
    if (await isFolder(path)) throw new ToolError('unsuitable', `${args.path} is a folder.`);
    await context.files.write(path, args.content);
    const size = String(Buffer.byteLength(args.content));
    return { text: `Wrote ${workspacePath(context.root, path)} (${size} bytes).`, isError: false };
  },
});

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}
