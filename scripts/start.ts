import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { installExtension } from '../test/support/vscodeHost/installExtension';
import { installWorkbench } from '../test/support/vscodeHost/installWorkbench';
import { startServer } from '../test/support/vscodeHost/server';
import { writeUserSettings } from '../test/support/vscodeHost/userSettings';
import { workbenchUrl } from '../test/support/vscodeHost/workbenchUrl';
import { build } from './build';
import { orHostError } from './orHostError';
import { printLine } from './printLine';

const dataFolder = join(repositoryRoot, '.vscode-test', 'start');
const sample = join(repositoryRoot, 'media', 'sample', 'session.strata.jsonl');

/** The folder is the user's own choice, and the chat is what they came for. */
const settings = {
  'security.workspace.trust.enabled': false,
  'strata.chat.openOnStartup': true,
};

/**
 * `npm start [-- --port N --folder PATH --no-desktop]`: Strata in a VS Code of its own, with its own settings and storage.
 * Desktop `code` when it is on the PATH, else the workbench in a browser, until Ctrl-C.
 */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      folder: { type: 'string', default: repositoryRoot },
      'no-desktop': { type: 'boolean', default: false },
    },
  });
  const folder = resolve(values.folder);
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65536)) {
    printLine(`--port takes a number from 1 to 65535, not ${String(values.port)}`);
    return 2;
  }
  if (!existsSync(folder)) {
    printLine(`There is no folder ${folder}`);
    return 2;
  }
  await build();
  await writeUserSettings(dataFolder, settings);
  if (!values['no-desktop'] && port === undefined && (await startDesktop(folder))) return 0;
  return orHostError(() => startInBrowser(folder, port));
}

/** @returns false when there is no desktop VS Code to start. */
async function startDesktop(folder: string): Promise<boolean> {
  const { failed } = await execa(
    'code',
    [
      folder,
      ...(existsSync(sample) ? [sample] : []),
      ...['--extensionDevelopmentPath', repositoryRoot, '--user-data-dir', join(dataFolder, 'data'), '--new-window'],
    ],
    { stdio: 'inherit', reject: false },
  );
  if (!failed) printLine('Started desktop VS Code.');
  return !failed;
}

async function startInBrowser(folder: string, port: number | undefined): Promise<number> {
  const workbench = await installWorkbench(printLine);
  await installExtension(dataFolder);
  const connectionToken = randomBytes(16).toString('hex');
  const server = await startServer({
    workbench,
    dataFolder,
    trust: true,
    extensionTests: false,
    connectionToken,
    ...(port === undefined ? {} : { port }),
  });
  printLine('Strata runs in VS Code at this address, until Ctrl-C:');
  printLine(
    workbenchUrl({
      port: server.port,
      folder,
      connectionToken,
      ...(existsSync(sample) ? { file: sample } : {}),
    }),
  );
  const interrupted = new Promise<'interrupted'>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve('interrupted'));
  });
  const outcome = await Promise.race([interrupted, server.ended]);
  await server.stop();
  if (outcome === 'interrupted') return 0;
  printLine(`VS Code's server ended by itself: see ${join(dataFolder, 'server.log')}`);
  return 1;
}
