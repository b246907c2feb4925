import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { lock } from 'proper-lockfile';
import { repositoryRoot } from '../repositoryRoot';
import { HostError } from './hostError';

/** Packages VS Code itself: the workbench and the extension host, served to a browser. */
const codeServerVersion = '4.139.1';
/** The Node release that version asks for in its `engines`; newer and older ones are refused at its start. */
const nodeVersion = '24.22.3';

/** An installed VS Code that runs in a browser. */
export interface Workbench {
  /** Absolute path of the Node binary it runs on. */
  node: string;
  /** Absolute path of the server's folder, the working directory to start it in. */
  folder: string;
}

const cacheFolder = join(repositoryRoot, '.vscode-test');

/**
 * Gives the browser workbench of the cache, and installs it there first when it is missing (about a minute; needs the npm
 * registry). An install that was interrupted is started afresh; with a complete one nothing touches the network.
 *
 * @param report receives one line for each step that takes seconds.
 * @throws {HostError}
 */
export async function installWorkbench(report: (line: string) => void): Promise<Workbench> {
  const target = join(
    cacheFolder,
    `workbench-${codeServerVersion}-node-${nodeVersion}-${process.platform}-${process.arch}`,
  );
  if (!existsSync(target)) await installUnderLock(target, report);
  return { node: nodeBinary(target), folder: serverFolder(target) };
}

function serverFolder(install: string): string {
  return join(install, 'node_modules', 'code-server', 'lib', 'vscode');
}

function nodePackage(): string {
  return `node-${process.platform}-${process.arch}`;
}

function nodeBinary(install: string): string {
  return join(install, 'node_modules', nodePackage(), 'bin', 'node');
}

async function installUnderLock(target: string, report: (line: string) => void): Promise<void> {
  if (process.platform === 'win32') {
    throw new HostError('unsupported-platform', 'The browser workbench runs on Linux and macOS only.');
  }
  await mkdir(cacheFolder, { recursive: true });
  // Two runs at once (tests and `npm start`): the second waits for the first, at most 5 minutes.
  const release = await lock(cacheFolder, {
    lockfilePath: join(cacheFolder, 'install.lock'),
    retries: { retries: 300, factor: 1, minTimeout: 1000 },
  });
  try {
    if (!existsSync(target)) await install(target, report);
  } finally {
    await release();
  }
}

const partialPrefix = 'partial-';

/** Works in a folder of its own and renames it at the end: the target exists only complete. */
async function install(target: string, report: (line: string) => void): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    if (name.startsWith(partialPrefix)) await rm(join(cacheFolder, name), { recursive: true, force: true });
  }
  const partial = join(cacheFolder, `${partialPrefix}${String(process.pid)}`);
  await mkdir(partial);
  await writeFile(
    join(partial, 'package.json'),
    JSON.stringify({ private: true, dependencies: { 'code-server': codeServerVersion, [nodePackage()]: nodeVersion } }),
  );
  report('Installing the browser workbench into .vscode-test/ (once, about a minute) …');
  await npm(['install', '--omit=dev', '--ignore-scripts'], partial);
  report('Installing the packages of the workbench …');
  await npm(['install', '--omit=dev', '--ignore-scripts'], serverFolder(partial));
  report('Compiling its native modules …');
  try {
    await npm(['rebuild', '@vscode/spdlog', '@vscode/native-watchdog'], serverFolder(partial), nodeBinary(partial));
  } catch {
    report(
      'They did not compile (python3, make and g++ are needed): the workbench runs without them, with more noise in its log.',
    );
  }
  await rename(partial, target);
}

/** @param node the Node binary whose folder comes first on the PATH, for what is compiled against it. */
async function npm(args: string[], cwd: string, node = process.execPath): Promise<void> {
  try {
    await execa('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
      cwd,
      env: { PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` },
    });
  } catch (error) {
    const detail = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);
    throw new HostError('npm-failed', `npm could not install the browser workbench: ${detail}`, {
      cause: error,
    });
  }
}
