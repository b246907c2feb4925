import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../../support/repositoryRoot';
import { isGone, pidIn } from '../support/processes';
import { temporaryFolder } from '../support/temporaryFolder';

let folder = '';
let hostFile = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-host-'));
  hostFile = join(folder, 'bashHost.mjs');
  await build({
    entryPoints: [join(repositoryRoot, 'test/unit/session/support/bashHost.ts')],
    outfile: hostFile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'silent',
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command in a host of its own, kills the host as soon as the command has written its files, gives their pids. */
async function killedHost(command: string, files: readonly string[]): Promise<readonly number[]> {
  const root = await temporaryFolder();
  const host = spawn(process.execPath, [hostFile, root, command], { stdio: 'ignore' });
  const ended = once(host, 'exit');
  try {
    const pids: number[] = [];
    for (const file of files) pids.push(await pidIn(root, file));
    return pids;
  } finally {
    host.kill('SIGKILL');
    await ended;
  }
}

describe.skipIf(process.platform === 'win32')('a host that is killed', () => {
  it('leaves nothing of a command that runs', async () => {
    const command =
      'echo $$ > shell; sleep 310 & echo $! > job; node -e "setInterval(() => {}, 1000)" & echo $! > node; wait';
    for (const pid of await killedHost(command, ['shell', 'job', 'node'])) expect(await isGone(pid)).toBe(true);
  });

  it('leaves nothing of a command that floods its output', async () => {
    const command = 'yes > /dev/null & echo $! > quiet; echo $$ > shell; yes';
    for (const pid of await killedHost(command, ['quiet', 'shell'])) expect(await isGone(pid)).toBe(true);
  });

  it('leaves nothing of a command that will not be told to end', async () => {
    const command = `trap '' HUP INT TERM PIPE; echo $$ > shell; while :; do sleep 1; done`;
    for (const pid of await killedHost(command, ['shell'])) expect(await isGone(pid)).toBe(true);
  });

  it.runIf(process.platform === 'linux')('leaves nothing that left the group', async () => {
    const command = "(setsid sh -c 'echo $$ > one; exec sleep 311' &); setsid sleep 312 & echo $! > two; sleep 313";
    for (const pid of await killedHost(command, ['one', 'two'])) expect(await isGone(pid)).toBe(true);
  });
});
