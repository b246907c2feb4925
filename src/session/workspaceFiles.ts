/**
 * The files of the workspace as the tools see them. An editor answers with what is on the screen, unsaved changes
 * included; without one they come from the disk. Paths are absolute and already confined to the workspace.
 */
export interface WorkspaceFiles {
  /** Rejects with `ENOENT` in `code` when there is no such file. */
  read(path: string): Promise<Uint8Array>;
  /** Replaces the file, or makes it together with its missing folders. */
  write(path: string, text: string): Promise<void>;
  /** Makes the file with its missing folders; rejects with `EEXIST` in `code` when there is one. */
  create(path: string, text: string): Promise<void>;
  /** The files whose content in the editor is not on the disk yet. */
  unsaved(): readonly string[];
}
