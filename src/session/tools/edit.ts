import * as z from 'zod/mini';
import { t } from '../../l10n/text';
import { confinedPath, workspacePath } from './confinedPath';
import { checkUnchanged, writeText } from './fileChange';
import { readWhole } from './ordinaryFile';
import { decodeEditable } from './textContent';
import type { EditedText, TextEdit } from './textEdits';
import { applyEdits } from './textEdits';
import type { ProposalContext } from './tool';
import { ToolError, defineTool } from './tool';

const oldText = z.string().check(z.minLength(1), z.describe('The text to replace, exactly as in the file'));
const newText = z.string().check(z.describe('The text to put in its place'));
const replaceAll = z.optional(z.boolean().check(z.describe('Replace every occurrence')));

interface EditArguments {
  readonly path: string;
  readonly old_text?: string | undefined;
  readonly new_text?: string | undefined;
  readonly replace_all?: boolean | undefined;
  readonly edits?: readonly TextEdit[] | undefined;
}

interface EditedFile extends EditedText {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly before: string;
}

export const editTool = defineTool({
  name: 'edit',
  canonicalName: 'Edit',
  description:
    'Replaces pieces of a text file. old_text must stand in the file exactly once, blanks and line breaks included, unless replace_all is true. For several changes of one file give edits: they are done in order, all or none.',
  schema: z.object({
    path: z.string().check(z.minLength(1), z.describe('Path from the workspace folder')),
    old_text: z.optional(oldText),
    new_text: z.optional(newText),
    replace_all: replaceAll,
    edits: z.optional(
      z
        .array(z.object({ old_text: oldText, new_text: newText, replace_all: replaceAll }))
        .check(z.minLength(1), z.describe('Several changes, in place of old_text and new_text')),
    ),
  }),
  needsApproval: true,
  writtenPath: (args) => args.path,
  preview: (args) => ({ summary: args.path, detail: [args.path, ...shownEdits(args)].join('\n') }),
  proposal: async (args, context) => {
    const { path, before, text } = await editedFile(args, context);
    return { path: workspacePath(context.root, path), before, after: text };
  },
  run: async (args, context) => {
    const { path, text, count } = await editedFile(args, context);
    const note = await writeText(path, text, context);
    const times = count === 1 ? '1 occurrence' : `${count} occurrences`;
    return { text: `Replaced ${times} in ${workspacePath(context.root, path)}.${note}`, isError: false };
  },
});

async function editedFile(args: EditArguments, context: ProposalContext): Promise<EditedFile> {
  const edits = editsOf(args);
  const path = await confinedPath(context.root, args.path);
  const content = await readWhole(path, args.path, context);
  const before = decodeEditable(content, args.path);
  checkUnchanged(path, content, args.path, context);
  return { path, before, ...applyEdits(before, edits, args.path) };
}

function editsOf({ old_text, new_text, replace_all, edits }: EditArguments): readonly TextEdit[] {
  const isSingle = old_text !== undefined || new_text !== undefined;
  if (edits !== undefined && !isSingle) return edits;
  if (edits === undefined && old_text !== undefined && new_text !== undefined) {
    return [{ old_text, new_text, replace_all }];
  }
  throw new ToolError('arguments', 'Give either old_text and new_text, or edits.');
}

/** The whole of what is asked, also where it cannot be done. */
function shownEdits({ old_text = '', new_text = '', replace_all, edits }: EditArguments): readonly string[] {
  return (edits ?? [{ old_text, new_text, replace_all }]).flatMap((edit) => [
    edit.replace_all === true ? `\n${t('Every occurrence:')}` : '',
    ...marked('-', edit.old_text),
    ...marked('+', edit.new_text),
  ]);
}

function marked(mark: string, text: string): readonly string[] {
  return text.split('\n').map((line) => `${mark} ${line}`);
}
