import { createHash } from 'node:crypto';
import { Uri } from 'vscode';

/** Characters of the hash, 4 bits each: enough to keep the workspaces of one person apart, and paths stay short. */
const HASH_CHARACTERS = 32;

/**
 * Where the sessions of a workspace are. VS Code's own storage of a workspace has another name in a second window on the
 * same workspace, which would hide the sessions of the first; this one depends on the folder only.
 *
 * @param folder the first folder of the workspace; undefined where none is open.
 */
export function sessionsFolder(globalStorage: Uri, folder: Uri | undefined): Uri {
  const name =
    folder === undefined
      ? 'none'
      : createHash('sha256').update(folder.toString()).digest('hex').slice(0, HASH_CHARACTERS);
  return Uri.joinPath(globalStorage, 'sessions', name);
}
