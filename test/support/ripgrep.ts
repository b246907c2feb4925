import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ripgrepPath } from '../../src/platform/ripgrepPath';
import { repositoryRoot } from './repositoryRoot';

/** The ripgrep of the VS Code that the host tests have installed, or null where they have not run yet. */
export async function installedRipgrep(): Promise<string | null> {
  const cache = join(repositoryRoot, '.vscode-test');
  if (!existsSync(cache)) return null;
  for (const name of readdirSync(cache).filter((entry) => entry.startsWith('workbench-'))) {
    const path = await ripgrepPath(join(cache, name, 'node_modules', 'code-server', 'lib', 'vscode'));
    if (path !== null) return path;
  }
  return null;
}
