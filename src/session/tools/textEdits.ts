import { ToolError } from './tool';

export interface TextEdit {
  readonly old_text: string;
  readonly new_text: string;
  readonly replace_all?: boolean | undefined;
}

export interface EditedText {
  readonly text: string;
  /** Replaced occurrences. */
  readonly count: number;
}

/**
 * A text with all edits done, one after the other, or none.
 * @param name Of the file, for the errors.
 * @throws ToolError `conflict` where the old text is not there, or more than once; `arguments` for an edit without effect
 */
export function applyEdits(text: string, edits: readonly TextEdit[], name: string): EditedText {
  let current = text;
  let count = 0;
  edits.forEach((edit, position) => {
    const label = edits.length === 1 ? '' : `edits[${position}] of ${edits.length}: `;
    const done = applyEdit(current, edit, name, label);
    current = done.text;
    count += done.count;
  });
  return { text: current, count };
}

function applyEdit(text: string, edit: TextEdit, name: string, label: string): EditedText {
  if (edit.old_text === edit.new_text) {
    throw new ToolError('arguments', `${label}old_text and new_text are the same.`);
  }
  const { from, to } = withLineBreaksOf(text, edit.old_text, edit.new_text);
  const pieces = text.split(from);
  const count = pieces.length - 1;
  if (count === 0) {
    const near = lineOfLoose(text, edit.old_text);
    const hint =
      near === null ? 'Read the file again; blanks and line breaks count.' : `Line ${near} differs in blanks only.`;
    throw new ToolError('conflict', `${label}old_text does not stand in ${name}; nothing was changed. ${hint}`);
  }
  if (count > 1 && edit.replace_all !== true) {
    throw new ToolError(
      'conflict',
      `${label}old_text stands ${count} times in ${name}; nothing was changed. Give more of the text around it, or set replace_all.`,
    );
  }
  return { text: pieces.join(to), count };
}

/** Models write line feeds; a file with CRLF is matched and kept in its own way. */
function withLineBreaksOf(text: string, from: string, to: string): { readonly from: string; readonly to: string } {
  const found = text.includes(from) ? from : withCarriageReturns(from);
  // Where a file has both, the breaks of what is replaced decide.
  const isPlain = /(?<!\r)\n/.test(found);
  return { from: found, to: !isPlain && hasCarriageReturns(text) ? withCarriageReturns(to) : to };
}

/** Whether most lines end with CRLF. */
export function hasCarriageReturns(text: string): boolean {
  const pairs = text.split('\r\n').length - 1;
  return pairs > 0 && 2 * pairs >= text.split('\n').length - 1;
}

export function withCarriageReturns(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}

/** The first line, from 1, where the text stands but for blanks, or null. */
function lineOfLoose(text: string, wanted: string): number | null {
  const squeeze = (line: string): string => line.replaceAll(/\s+/g, '');
  const lines = wanted.split('\n').map(squeeze);
  while (lines[0] === '') lines.shift();
  while (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return null;
  const standing = text.split('\n').map(squeeze);
  const index = standing.findIndex((_line, start) => lines.every((line, offset) => standing[start + offset] === line));
  return index < 0 ? null : index + 1;
}
