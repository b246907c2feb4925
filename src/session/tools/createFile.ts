import { lstat } from 'node:fs/promises';
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
  proposal: async (args, context) => {
    const path = await confinedPath(context.root, args.path);
    if (await isThere(path)) throw existsAlready(args.path);
    return { path: workspacePath(context.root, path), before: '', after: args.content };
  },
  run: async (args, context) => {
    const path = await confinedPath(context.root, args.path);
    try {
      await context.files.create(path, args.content);
    } catch (error) {
      if (!hasErrorCode(error, 'EEXIST', 'EISDIR')) throw error;
      throw existsAlready(args.path, error);
    }
    context.seen.note(path, new TextEncoder().encode(args.content));
    const size = Buffer.byteLength(args.content);
    return { text: `Created ${workspacePath(context.root, path)} (${size} bytes).`, isError: false };
  },
});

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

function existsAlready(shownPath: string, cause?: unknown): ToolError {
  return new ToolError('conflict', `${shownPath} exists already; use edit or write_file to change it.`, { cause });
}
