import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '../repositoryRoot';

/**
 * Makes the repository, or another folder, the installed extension of a server, before its start. Unlike an extension under development, which
 * needs the server's smoke-test switch and loses notifications to it, an installed one sees VS Code as its users do.
 *
 * @param source absolute path of the folder with the extension's manifest
 */
export async function installExtension(dataFolder: string, source = repositoryRoot): Promise<void> {
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Record<string, string>;
  const { pathname, href } = pathToFileURL(source);
  const entry = {
    identifier: { id: `${manifest['publisher'] ?? ''}.${manifest['name'] ?? ''}` },
    version: manifest['version'],
    // A location outside the folder of extensions is used where it is, and never removed by VS Code.
    location: { $mid: 1, fsPath: source, external: href, path: decodeURI(pathname), scheme: 'file' },
  };
  const folder = join(dataFolder, 'extensions');
  await mkdir(folder, { recursive: true });
  // Written anew for each start: its time of change tells VS Code to read our manifest again.
  await writeFile(join(folder, 'extensions.json'), JSON.stringify([entry]));
}
