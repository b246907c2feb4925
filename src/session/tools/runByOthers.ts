import { confinedPath, workspacePath } from './confinedPath';

/** Folders whose files git, the editor, a container or a build service runs by itself, wherever they stand. */
const RUN_FOLDERS: ReadonlySet<string> = new Set(['.git', '.vscode', '.husky', '.devcontainer']);

const WORKFLOW_FOLDERS = ['.github', 'workflows'];

const RUN_FILES = /\.code-workspace$|^\.envrc$/;

/**
 * Whether a file of the workspace is of the kind that other programs run without being asked: hooks, tasks, workflows.
 * Links are resolved, as one may lead into such a folder.
 * @param root Absolute path of the workspace folder, links resolved.
 * @param path As a tool names it. One that leads outside counts as none: the tool will refuse it.
 */
export async function isRunByOthers(root: string, path: string): Promise<boolean> {
  if (isNamedSo(path)) return true;
  try {
    return isNamedSo(workspacePath(root, await confinedPath(root, path)));
  } catch {
    return false;
  }
}

/** Whether a path says so by itself. File systems that tell no case, and what Windows takes off a name, are allowed for. */
export function isNamedSo(path: string): boolean {
  const names = path.split(/[\\/]/).map((name) =>
    name
      .toLowerCase()
      .replace(/:.*$/, '')
      .replace(/[. ]+$/, ''),
  );
  const isWorkflow = names.some(
    (name, position) => name === WORKFLOW_FOLDERS[0] && names[position + 1] === WORKFLOW_FOLDERS[1],
  );
  return isWorkflow || names.some((name) => RUN_FOLDERS.has(name)) || RUN_FILES.test(names.at(-1) ?? '');
}
