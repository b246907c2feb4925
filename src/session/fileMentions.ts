import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TextPart } from '../engine/message';
import { hasErrorCode } from './errorCode';
import { confinedPath, workspacePath } from './tools/confinedPath';
import { imagePart } from './tools/imageContent';
import { readWhole } from './tools/ordinaryFile';
import { isSharePath } from './tools/pathNames';
import { decodeText } from './tools/textContent';
import { ToolError } from './tools/tool';
import type { WorkspaceFiles } from './workspaceFiles';

/** Files of one message that are attached; the model can read the others. */
const MOST_FILES = 10;

/** Files whose absence is explained one by one. */
const MOST_EXPLAINED = 10;

/** Characters of one file: about 5 000 tokens. What is longer is begun, and the model told how to go on. */
const LONGEST_ATTACHMENT = 20_000;

/** `@src/a.ts`, or `@"with blanks.md"`, at the beginning or behind white space or an opening bracket. */
const MENTION = /(?<=^|[\s([{“"'])@(?:"(?<quoted>[^"\r\n]+)"|(?<plain>[^\s"'<>|*?]+))/gu;

/** The paths a message names with `@`, as they stand there, each once, in order. */
export function mentionedPaths(text: string): readonly string[] {
  const paths = [...text.matchAll(MENTION)].map(({ groups }) => groups?.['quoted'] ?? trimmed(groups?.['plain'] ?? ''));
  return [...new Set(paths.filter((path) => path !== ''))];
}

/** A mention: the part to attach, or why what is there cannot be attached. */
type Mention =
  | { readonly kind: 'attached'; readonly part: TextPart }
  | { readonly kind: 'left'; readonly path: string; readonly reason: string };

/**
 * The texts of the files a message names, and a note on what is there and cannot be attached. What does not exist stays a
 * word: people write `@name` for other things too.
 * @param root Absolute path of the workspace folder, links resolved.
 */
export async function attachmentsOf(text: string, root: string, files: WorkspaceFiles): Promise<readonly TextPart[]> {
  const attached: TextPart[] = [];
  const left: Extract<Mention, { kind: 'left' }>[] = [];
  for (const path of mentionedPaths(text)) {
    const mention =
      attached.length < MOST_FILES
        ? await mentionOf(path, root, files)
        : await leftIfThere(path, root, `${path} is one file too many; read_file gives it`);
    if (mention?.kind === 'attached') attached.push(mention.part);
    else if (mention !== null) left.push(mention);
  }
  return left.length === 0 ? attached : [...attached, noteOn(left)];
}

async function mentionOf(path: string, root: string, files: WorkspaceFiles): Promise<Mention | null> {
  try {
    const actual = await confinedPath(root, path);
    const bytes = await readWhole(actual, path, { files });
    if (imagePart(bytes, path) !== null) {
      return { kind: 'left', path, reason: `${path} is an image; read_file shows it` };
    }
    const content = decodeText(bytes, path);
    const attachment = workspacePath(root, actual);
    return {
      kind: 'attached',
      part: { type: 'text', text: `[attached file ${attachment}${cut(content)}`, attachment },
    };
  } catch (error) {
    if (hasErrorCode(error, 'EACCES', 'EPERM')) return { kind: 'left', path, reason: `${path} may not be read` };
    if (!(error instanceof ToolError)) return null;
    return leftIfThere(path, root, error.message.replace(/\.$/, ''));
  }
}

async function leftIfThere(path: string, root: string, reason: string): Promise<Mention | null> {
  const wanted = resolve(root, path);
  // To look at a share of another machine would sign in there.
  if (isSharePath(wanted, process.platform)) return null;
  try {
    await lstat(wanted);
    return { kind: 'left', path, reason };
  } catch {
    return null;
  }
}

/** Read by the model as a text, and by a person as one more attachment. */
function noteOn(left: readonly Extract<Mention, { kind: 'left' }>[]): TextPart {
  const named = left.slice(0, MOST_EXPLAINED);
  const more = left.length > named.length ? [`${String(left.length - named.length)} more`] : [];
  return {
    type: 'text',
    text: `[not attached: ${[...named.map(({ reason }) => reason), ...more].join('. ')}]`,
    attachment: `not attached: ${named.map(({ path }) => path).join(', ')}${more.length > 0 ? ' …' : ''}`,
  };
}

function cut(content: string): string {
  if (content.length <= LONGEST_ATTACHMENT) return `]\n${content}`;
  const head = content.slice(0, LONGEST_ATTACHMENT);
  const lines = head.slice(0, head.lastIndexOf('\n') + 1) || head;
  const shown = lines.split('\n').length - 1;
  return `, its first ${String(shown)} lines; read_file gives the rest]\n${lines.toWellFormed()}`;
}

/** Without the punctuation of the sentence around it. */
function trimmed(path: string): string {
  return path.replace(/[.,;:!?)\]}”]+$/u, '');
}
