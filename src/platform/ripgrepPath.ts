import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

/** Where VS Code has kept the ripgrep that its own search uses, the newest place first. */
const PACKAGES = [
  ['@vscode', 'ripgrep-universal', 'bin', `${process.platform}-${process.arch}`],
  ['@vscode', 'ripgrep', 'bin'],
] as const;

/** Native programs cannot be started from inside an archive and stand beside it. */
const MODULE_FOLDERS = ['node_modules', 'node_modules.asar.unpacked'];

/**
 * The ripgrep that VS Code brings, or null where this one brings none.
 * @param appRoot Absolute path of VS Code's application folder, `vscode.env.appRoot`.
 */
export async function ripgrepPath(appRoot: string): Promise<string | null> {
  const program = process.platform === 'win32' ? 'rg.exe' : 'rg';
  for (const folder of MODULE_FOLDERS) {
    for (const parts of PACKAGES) {
      const path = join(appRoot, folder, ...parts, program);
      try {
        await access(path, constants.X_OK);
        return path;
      } catch {
        // Another version of VS Code has it elsewhere.
      }
    }
  }
  return null;
}
