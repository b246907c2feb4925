import { realpath } from 'node:fs/promises';
import { Range, Uri, WorkspaceEdit, workspace, type TextDocument } from 'vscode';

/** The files as they are on the disk. */
interface DiskFiles {
  read(path: string): Promise<Uint8Array>;
  write(path: string, text: string): Promise<void>;
  create(path: string, text: string): Promise<void>;
}

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The workspace's files as the person sees them: what is open in an editor is written through it, so that nothing typed is
 * overwritten and one undo takes a change back, and unsaved changes are read from there; all other files are read and written
 * on the disk, from where VS Code takes them up itself.
 */
export class VscodeWorkspaceFiles {
  constructor(private readonly disk: DiskFiles) {}

  /** Rejects with `ENOENT` in `code` when there is no such file. */
  async read(path: string): Promise<Uint8Array> {
    const document = await openDocument(path);
    if (document?.isDirty !== true) return this.disk.read(path);
    const mark = document.encoding === 'utf8bom' ? BYTE_ORDER_MARK : '';
    return new TextEncoder().encode(mark + document.getText());
  }

  /** Replaces the file, or makes it together with its missing folders. */
  async write(path: string, text: string): Promise<void> {
    const document = await openDocument(path);
    if (document === undefined) {
      await this.disk.write(path, text);
      return;
    }
    // The editor writes the mark itself.
    const shown = document.encoding === 'utf8bom' && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), shown);
    if (!(await workspace.applyEdit(edit))) {
      throw new Error(`The editor refused the change to ${path}; it may have been changed meanwhile.`);
    }
    // Where nothing changed there is nothing to save.
    if (document.isDirty && !(await document.save())) {
      throw new Error(`${path} is changed in the editor, but could not be saved.`);
    }
  }

  /** Makes the file with its missing folders; rejects with `EEXIST` in `code` when there is one. */
  async create(path: string, text: string): Promise<void> {
    await this.disk.create(path, text);
  }

  /** Absolute paths of the files with changes that are not saved. */
  unsaved(): readonly string[] {
    return workspace.textDocuments
      .filter((document) => document.isDirty && document.uri.scheme === 'file')
      .map((document) => document.uri.fsPath);
  }
}

/** The file's document; what was opened by way of a link counts too, those with unsaved changes first. */
async function openDocument(path: string): Promise<TextDocument | undefined> {
  const uri = Uri.file(path).toString();
  const open = workspace.textDocuments.filter(({ isClosed, uri: { scheme } }) => !isClosed && scheme === 'file');
  const named = open.find((document) => document.uri.toString() === uri);
  if (named?.isDirty === true) return named;
  const places = await Promise.all(open.map(({ uri: { fsPath } }) => realpath(fsPath).catch(() => null)));
  const linked = open.filter((_, position) => places[position] === path);
  return linked.find(({ isDirty }) => isDirty) ?? named ?? linked[0];
}
