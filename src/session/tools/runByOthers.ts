import { confinedPath, workspacePath } from './confinedPath';

/** Folders whose files git, the editor, a container or a build service runs by itself, wherever they stand. */
const RUN_FOLDERS: ReadonlySet<string> = new Set([
  '.git',
  '.vscode',
  '.husky',
  '.devcontainer',
  '.circleci',
  '.claude',
  '.cursor',
]);

const WORKFLOW_FOLDERS = ['.github', 'workflows'];

/** What Windows calls these folders for programs that know names of eight letters only. */
const SHORT_NAME = /^(?:git|vscode|husky|devcon)~\d/;

const RUN_FILES =
  /\.code-workspace$|^(?:\.envrc|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|\.gitattributes|\.gitmodules|\.mcp\.json|\.gitlab-ci\.yml|\.pre-commit-config\.yaml|lefthook\.yml|azure-pipelines\.yml|jenkinsfile|\.(?:bash|zsh)(?:rc|env)|\.bash_profile|\.profile|\.exrc|\.vimrc|\.gdbinit|\.lldbinit)$/;

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

/** Whether a path says so by itself. */
export function isNamedSo(path: string): boolean {
  const names = path.split(/[\\/]/).map(plainName);
  const isWorkflow = names.some(
    (name, position) => name === WORKFLOW_FOLDERS[0] && names[position + 1] === WORKFLOW_FOLDERS[1],
  );
  return (
    isWorkflow ||
    names.some((name) => RUN_FOLDERS.has(name) || SHORT_NAME.test(name)) ||
    RUN_FILES.test(names.at(-1) ?? '')
  );
}

/**
 * A name as the most forgiving file system compares it: some tell no case, some no form of a letter, one leaves out what
 * cannot be seen, and Windows takes off dots, blanks and the name of a stream.
 */
function plainName(name: string): string {
  return name
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '');
}
