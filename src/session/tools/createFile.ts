import * as z from 'zod/mini';
import { hasErrorCode } from '../errorCode';
import { confinedPath, workspacePath } from './confinedPath';
import { ToolError, defineTool } from './tool';

export const createFileTool = defineTool({
  name: 'create_file',
  canonicalName: 'Create File',
  description: 'Makes a new text file in the workspace. Fails when the file exists.',
  schema: z.object({
    path: z.string().check(z.minLength(1), z.describe('Path from the workspace folder')),
    content: z.string().check(z.describe('The whole text')),
  }),
  needsApproval: true,
  writtenPath: (args) => args.path,
  preview: (args) => ({ summary: args.path, detail: `${args.path}\n\n${args.content}` }),
  run: async (args, context) => {
    const path = await confinedPath(context.root, args.path);
    try {
      await context.files.create(path, args.content);
    } catch (error) {
      if (!hasErrorCode(error, 'EEXIST', 'EISDIR')) throw error;
      throw new ToolError('conflict', `${args.path} exists already; use edit or write_file to change it.`, {
        cause: error,
      });
    }
    const size = String(Buffer.byteLength(args.content));
    return { text: `Created ${workspacePath(context.root, path)} (${size} bytes).`, isError: false };
  },
});
