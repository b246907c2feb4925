import * as z from 'zod/mini';
import { confinedPath } from './confinedPath';
import { folderListing } from './folderListing';
import { imagePart, imageText } from './imageContent';
import { numberedPage } from './linePage';
import { isFolder, readWhole } from './ordinaryFile';
import { recallPage } from './recall';
import { decodeText } from './textContent';
import { defineTool } from './tool';

const DEFAULT_LINES = 2_000;

/** Characters of one page of a workspace file, some 25 000 tokens; the engine offloads what is too much for the window. */
const FILE_CHARACTERS = 100_000;

export const readFileTool = defineTool({
  name: 'read_file',
  canonicalName: 'Read File',
  description:
    'Reads a file of the workspace: text with line numbers, or an image (PNG, JPEG, GIF, WebP). Long files come in pages: use offset and limit. A folder is listed. The names of archived originals (such as 9f31c2d4e5f60718.txt) are read the same way.',
  schema: z.object({
    path: z
      .string()
      .check(z.minLength(1), z.describe('Path from the workspace folder, or the name of an archived original')),
    offset: z.optional(z.int().check(z.minimum(1), z.describe('First line, from 1'))),
    limit: z.optional(z.int().check(z.minimum(1), z.describe('Most lines'))),
    column: z.optional(z.int().check(z.minimum(0), z.describe('Characters of the first line to leave out'))),
  }),
  needsApproval: false,
  preview: (args) => {
    const from = args.offset === undefined ? '' : `:${String(args.offset)}`;
    return { summary: args.path + from, detail: args.path + from };
  },
  run: async (args, context) => {
    const page = { offset: args.offset ?? 1, column: args.column ?? 0, limit: args.limit ?? DEFAULT_LINES };
    const recalled = await recallPage(args.path, page, context);
    if (recalled !== null) return recalled;
    const path = await confinedPath(context.root, args.path);
    if (await isFolder(path)) return { text: await folderListing(path, args.path), isError: false };
    const content = await readWhole(path, args.path, context);
    const image = imagePart(content, args.path);
    if (image !== null) return { text: imageText(image), media: [image], isError: false };
    const text = decodeText(content, args.path);
    context.seen.note(path, content);
    return {
      text: numberedPage(text.replace(/^\uFEFF/, ''), { ...page, characters: FILE_CHARACTERS }),
      isError: false,
    };
  },
});
