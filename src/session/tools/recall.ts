import * as z from 'zod/mini';
import { imagePart, imageText } from './imageContent';
import { numberedPage } from './linePage';
import { decodeText } from './textContent';
import type { ArchiveReader, ToolContext, ToolOutcome } from './tool';
import { defineTool, ToolError } from './tool';

/** Characters of one page of the archive, some 3 000 tokens: small enough that no threshold cuts it in a small window. */
const PAGE_CHARACTERS = 12_000;

/** Lines of a page where no limit is given. */
const PAGE_LINES = 2_000;

/** Lines shown of a search, and characters of each. */
const MOST_MATCHES = 60;
const LINE_CHARACTERS = 180;

/** Names of archive files: hexadecimal digits and an extension. */
const POINTER = /^(?:.*[\\/])?(?<pointer>[0-9a-f]{12,}\.[a-z0-9]{1,8})$/i;

export interface ArchivePage {
  /** First line, from 1. */
  readonly offset: number;
  /** Characters of the first line to leave out. */
  readonly column: number;
  readonly limit: number;
}

export const recallTool = defineTool({
  name: 'recall',
  canonicalName: 'Recall',
  description:
    'Gives back what left your context: with name, an archived original (such as 9f31c2d4e5f60718.txt) page by page; with query, the lines of all archived originals that contain the text, newest first.',
  schema: z.object({
    name: z.optional(z.string().check(z.minLength(1), z.describe('Name of an archived original'))),
    query: z.optional(z.string().check(z.minLength(2), z.describe('Text to look for; case does not matter'))),
    offset: z.optional(z.int().check(z.minimum(1), z.describe('First line, from 1'))),
    limit: z.optional(z.int().check(z.minimum(1), z.describe('Most lines'))),
    column: z.optional(z.int().check(z.minimum(0), z.describe('Characters of the first line to leave out'))),
  }),
  needsApproval: false,
  preview: ({ name, query }) => {
    const summary = name ?? query ?? '';
    return { summary, detail: summary };
  },
  run: async ({ name, query, offset, limit, column }, context) => {
    const { archive } = context;
    if (archive === null) throw new ToolError('unsuitable', 'Nothing is archived in this session.');
    if (name !== undefined) {
      const page = { offset: offset ?? 1, column: column ?? 0, limit: limit ?? PAGE_LINES };
      const recalled = await recallPage(name, page, context);
      if (recalled !== null) return recalled;
      throw new ToolError('missing', `There is no archived original ${JSON.stringify(name)}. Look for it with query.`);
    }
    if (query === undefined) throw new ToolError('arguments', 'Give a name, or a query to look for.');
    return { text: await searchArchive(archive, query, context.signal), isError: false };
  },
});

/** A page of the archive, or null when the name is none of an archived original. */
export async function recallPage(
  name: string,
  page: ArchivePage,
  { archive }: ToolContext,
): Promise<ToolOutcome | null> {
  const pointer = POINTER.exec(name)?.groups?.['pointer'];
  if (pointer === undefined || archive === null) return null;
  const content = await archive.read(pointer);
  if (content === null) return null;
  const image = imagePart(content, pointer);
  if (image !== null) return { text: imageText(image), media: [image], isError: false, toolName: 'Recall' };
  const text = numberedPage(decodeText(content, pointer), { ...page, characters: PAGE_CHARACTERS });
  return { text, isError: false, toolName: 'Recall' };
}

async function searchArchive(archive: ArchiveReader, query: string, signal: AbortSignal): Promise<string> {
  const found: string[] = [];
  let left = 0;
  const wanted = query.toLowerCase();
  for (const pointer of await archive.list()) {
    if (signal.aborted) throw new ToolError('cancelled', 'The search was stopped.');
    const text = textOf(await archive.read(pointer), pointer);
    if (text === null || !text.toLowerCase().includes(wanted)) continue;
    for (const [index, line] of text.split('\n').entries()) {
      const place = line.toLowerCase().indexOf(wanted);
      if (place < 0) continue;
      if (found.length < MOST_MATCHES) found.push(`${pointer}:${String(index + 1)}: ${around(line, place)}`);
      else left += 1;
    }
  }
  if (found.length === 0) return `[no archived original contains ${JSON.stringify(query)}]`;
  if (left > 0) found.push(`[${String(left)} more lines; look for something narrower]`);
  return found.join('\n');
}

/** Images and what else is no text are not searched. */
function textOf(content: Uint8Array | null, pointer: string): string | null {
  if (content === null) return null;
  try {
    return decodeText(content, pointer);
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/** The line, or the part of a long one that has the match. */
function around(line: string, place: number): string {
  if (line.length <= LINE_CHARACTERS) return line.trim();
  const start = Math.max(0, place - Math.floor(LINE_CHARACTERS / 3));
  const part = line.slice(start, start + LINE_CHARACTERS).toWellFormed();
  return `${start > 0 ? '…' : ''}${part.trim()}${start + LINE_CHARACTERS < line.length ? '…' : ''}`;
}
