import { workspace } from 'vscode';
import { rankPaths } from './fileRanking';

/** Files that are looked at; beyond that, typing a folder's name narrows nothing that was not listed. */
const MOST_FILES = 20_000;
/** Paths that are offered. */
const MOST_OFFERED = 12;
/** Milliseconds for which a listing is taken as true; typing a path takes longer. */
const FRESH_MILLISECONDS = 15_000;

/** Paths of the workspace for what is typed behind `@`. VS Code lists them, with its own exclusions. */
export class WorkspaceFileNames {
  private listing: { readonly at: number; readonly paths: Promise<readonly string[]> } | null = null;

  async find(query: string): Promise<readonly string[]> {
    const now = Date.now();
    if (this.listing === null || now - this.listing.at > FRESH_MILLISECONDS) {
      this.listing = { at: now, paths: listPaths() };
    }
    return rankPaths(await this.listing.paths, query, MOST_OFFERED);
  }
}

async function listPaths(): Promise<readonly string[]> {
  const [folder] = workspace.workspaceFolders ?? [];
  if (folder === undefined) return [];
  const files = await workspace.findFiles('**/*', '**/{node_modules,.git}/**', MOST_FILES);
  return files.map((file) => workspace.asRelativePath(file, false));
}
