import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Range, Uri, WorkspaceEdit, workspace, type TextDocument } from 'vscode';

/**
 * The workspace's files as the person sees them: a document with unsaved changes is read from the editor and written
 * through it, so that nothing typed is overwritten and undo works; all other files are read and written on the disk, from
 * where VS Code takes them up itself.
 */
export const vscodeWorkspaceFiles = {
  /** Rejects with `ENOENT` in `code` when there is no such file. */
  read: async (path: string): Promise<Uint8Array> => {
    const document = dirtyDocument(path);
    return document === undefined ? readFile(path) : new TextEncoder().encode(document.getText());
  },

  /** Replaces the file, or makes it together with its missing folders. */
  write: async (path: string, text: string): Promise<void> => {
    const document = dirtyDocument(path);
    if (document === undefined) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      return;
    }
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), text);
    if (!(await workspace.applyEdit(edit)) || !(await document.save())) {
      throw new Error(`The editor refused the change to ${path}.`);
    }
  },

  /** Makes the file with its missing folders; rejects with `EEXIST` in `code` when there is one. */
  create: async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' });
  },
};

function dirtyDocument(path: string): TextDocument | undefined {
  const uri = Uri.file(path).toString();
  return workspace.textDocuments.find((document) => document.isDirty && document.uri.toString() === uri);
}
