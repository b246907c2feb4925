import type { TextPart } from '../engine/message';
import { confinedPath, workspacePath } from './tools/confinedPath';
import { readWhole } from './tools/ordinaryFile';
import { decodeText } from './tools/textContent';
import type { WorkspaceFiles } from './workspaceFiles';

/** Files of one message that are attached; the model can read the others. */
const MOST_FILES = 10;

/** Characters of one file: about 5 000 tokens. What is longer is begun, and the model told how to go on. */
const LONGEST_ATTACHMENT = 20_000;

/** `@src/a.ts`, or `@"with blanks.md"`, at the beginning or behind white space or an opening bracket. */
const MENTION = /(?<=^|[\s([{“"'])@(?:"(?<quoted>[^"\r\n]+)"|(?<plain>[^\s"'<>|*?]+))/gu;

/** The paths a message names with `@`, as they stand there, each once, in order. */
export function mentionedPaths(text: string): readonly string[] {
  const paths = [...text.matchAll(MENTION)].map(({ groups }) => groups?.['quoted'] ?? trimmed(groups?.['plain'] ?? ''));
  return [...new Set(paths.filter((path) => path !== ''))];
}

/**
 * The texts of the files a message names. What is no readable file of the workspace stays a word: people write
 * `@name` for other things too.
 * @param root Absolute path of the workspace folder, links resolved.
 */
export async function attachmentsOf(text: string, root: string, files: WorkspaceFiles): Promise<readonly TextPart[]> {
  const attachments: TextPart[] = [];
  for (const path of mentionedPaths(text)) {
    if (attachments.length === MOST_FILES) break;
    const attachment = await attachmentOf(path, root, files);
    if (attachment !== null) attachments.push(attachment);
  }
  return attachments;
}

async function attachmentOf(path: string, root: string, files: WorkspaceFiles): Promise<TextPart | null> {
  try {
    const actual = await confinedPath(root, path);
    const content = decodeText(await readWhole(actual, path, { files }), path);
    const attachment = workspacePath(root, actual);
    return { type: 'text', text: `[attached file ${attachment}${cut(content)}`, attachment };
  } catch {
    return null;
  }
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
