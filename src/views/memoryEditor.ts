import { Uri, window, workspace } from 'vscode';

/** Opens the memory of the workspace as the Markdown file it is; what is saved holds from the next call on. */
export async function editMemory(path: string): Promise<void> {
  const file = Uri.file(path);
  try {
    await workspace.fs.stat(file);
  } catch {
    // Nothing was remembered yet. Missing folders are made along.
    await workspace.fs.writeFile(file, new Uint8Array());
  }
  await window.showTextDocument(file, { preview: false });
}
