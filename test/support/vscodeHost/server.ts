import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './freePort';
import { HostError } from './hostError';
import type { Workbench } from './installWorkbench';

/** How to start a server. */
export interface ServerOptions {
  workbench: Workbench;
  /** Absolute path of the folder for settings, storage and logs; two servers never share one. */
  dataFolder: string;
  /** Loopback port; a free one when left out. */
  port?: number;
  /** False starts in Restricted Mode wherever the user has not trusted the folder. */
  trust: boolean;
  /** True lets the URL name an extension under development and its tests; notifications then stay hidden. */
  extensionTests: boolean;
  /** Secret the browser must show in the URL; left out, everybody on this machine may connect (tests). */
  connectionToken?: string;
  /** Added to the environment of the server and with it of the extension host. */
  environment?: Record<string, string>;
}

/** A running server. */
export interface Server {
  port: number;
  /** Settles when the server has ended, by itself or by `stop`. */
  ended: Promise<void>;
  /** Ends the server and every process under it. */
  stop(): Promise<void>;
}

/** It answers within 4 s on two idle cores; the rest is for busy ones. */
const startTimeoutMs = 60_000;
const pollMs = 100;
/** Extension hosts get this long to end by themselves. */
const stopTimeoutMs = 5000;

/**
 * Starts VS Code's server on the loopback interface and waits until it answers. Its output goes to `server.log` in the data folder.
 *
 * @throws {HostError} when it ends or does not answer in time.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { workbench, dataFolder, trust, extensionTests, connectionToken } = options;
  const port = options.port ?? (await freePort());
  await mkdir(dataFolder, { recursive: true });
  const child = spawn(
    workbench.node,
    [
      join('out', 'server-main.js'),
      ...['--host', '127.0.0.1', '--port', String(port), '--server-data-dir', dataFolder],
      ...(connectionToken === undefined ? ['--without-connection-token'] : ['--connection-token', connectionToken]),
      '--accept-server-license-terms',
      // A built server honours `extensionDevelopmentPath` with this switch only.
      ...(extensionTests ? ['--enable-smoke-test-driver'] : []),
      ...(trust ? ['--disable-workspace-trust'] : []),
    ],
    {
      cwd: workbench.folder,
      env: { ...cleanEnvironment(), ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that the extension hosts can be ended together with it.
      detached: true,
    },
  );
  const log = createWriteStream(join(dataFolder, 'server.log'));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.once('error', () => child.kill());

  const signalGroup = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The group is gone already.
    }
  };
  const killOnExit = (): void => signalGroup('SIGKILL');
  process.once('exit', killOnExit);

  const stop = async (): Promise<void> => {
    signalGroup('SIGTERM');
    await Promise.race([ended, delay(stopTimeoutMs)]);
    signalGroup('SIGKILL');
    process.off('exit', killOnExit);
    log.end();
  };

  const deadline = Date.now() + startTimeoutMs;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new HostError(
        'server-start',
        `VS Code's server did not start on port ${String(port)}: see ${join(dataFolder, 'server.log')}`,
      );
    }
    await delay(pollMs);
  }
  return { port, ended, stop };
}

async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${String(port)}/version`);
    return response.ok;
  } catch {
    return false;
  }
}

/** What a surrounding VS Code, npm or test runner set for its own children would change how the server starts. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|ELECTRON_|NODE_OPTIONS$|npm_|VITEST)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
