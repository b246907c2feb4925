import { readdir } from 'node:fs/promises';

/** Most entries in one listing. */
const MOST_ENTRIES = 500;

/** What stands in a folder, folders marked by a slash, links by an at sign. Nothing is hidden. */
export async function folderListing(path: string, shownPath: string): Promise<string> {
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries
    .map((entry) => entry.name + (entry.isDirectory() ? '/' : entry.isSymbolicLink() ? '@' : ''))
    .sort();
  const shown = names.slice(0, MOST_ENTRIES);
  const left = names.length - shown.length;
  const count = names.length === 1 ? '1 entry' : `${names.length} entries`;
  return [
    `[${shownPath} is a folder with ${count}; name a file to read it]`,
    ...shown,
    ...(left > 0 ? [`[${left} more; list them with glob]`] : []),
  ].join('\n');
}
