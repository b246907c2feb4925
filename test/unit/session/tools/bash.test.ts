import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bashTool } from '../../../../src/session/tools/bash';
import { BoundedOutput } from '../../../../src/session/tools/boundedOutput';
import { runTool } from '../support/runTool';
import { temporaryFolder } from '../support/temporaryFolder';

/** Whether the process is there; one that was killed may wait to be collected. */
async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      process.kill(pid, 0);
      const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      if (state.includes(') Z ')) return true;
    } catch {
      return true;
    }
    await sleep(20);
  }
  return false;
}

async function pidIn(root: string, name: string): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const pid = Number(await readFile(join(root, name), 'utf8').catch(() => ''));
    if (pid > 0) return pid;
    await sleep(20);
  }
  throw new Error(`No process wrote ${name}.`);
}

describe.skipIf(process.platform === 'win32')('bash', () => {
  it('runs in the workspace folder and gives both streams', async () => {
    const root = await temporaryFolder({ 'a.txt': '' });
    expect(await runTool(bashTool, root, { command: 'pwd; ls; echo oops >&2' })).toEqual({
      text: `${root}\na.txt\noops`,
      isError: false,
    });
  });

  it('tells the exit code, and that there was no output', async () => {
    const root = await temporaryFolder();
    expect(await runTool(bashTool, root, { command: 'exit 3' })).toEqual({
      text: '[no output]\n[exit code 3]',
      isError: true,
    });
    expect(await runTool(bashTool, root, { command: 'true' })).toEqual({ text: '[no output]', isError: false });
  });

  it('gives no input to wait for, and nothing of the editor’s environment', async () => {
    process.env['VSCODE_TEST_SECRET'] = 'yes';
    const root = await temporaryFolder();
    const { text } = await runTool(bashTool, root, { command: 'cat; echo "[$VSCODE_TEST_SECRET][$PAGER]"' });
    delete process.env['VSCODE_TEST_SECRET'];
    expect(text).toBe('[][cat]');
  });

  it('kills the whole tree when it is stopped, also what left the group', async () => {
    const root = await temporaryFolder();
    const abort = new AbortController();
    const command = 'sleep 300 & echo $! > one; (setsid sleep 301 & echo $! > two; wait); wait';
    const running = runTool(bashTool, root, { command }, { signal: abort.signal });
    const pids = [await pidIn(root, 'one'), await pidIn(root, 'two')];
    abort.abort();
    expect((await running).text).toContain('[cancelled by the user]');
    for (const pid of pids) expect(await isGone(pid)).toBe(true);
  });

  it('kills what takes too long', async () => {
    const root = await temporaryFolder();
    const { text, isError } = await runTool(bashTool, root, { command: 'echo begun; sleep 300', timeout_seconds: 1 });
    expect(text).toBe('begun\n[killed after 1 s without an end]');
    expect(isError).toBe(true);
  });

  it('does not wait for what a command leaves running, and does not leave it', async () => {
    const root = await temporaryFolder();
    const { text } = await runTool(bashTool, root, { command: 'sleep 300 & echo $! > pid; echo started' });
    expect(text).toBe('started');
    expect(await isGone(await pidIn(root, 'pid'))).toBe(true);
  });

  it.runIf(process.platform === 'linux')(
    'does not wait for what left for a session of its own, nor leaves it',
    async () => {
      const root = await temporaryFolder();
      const command = 'setsid sleep 302 & echo $! > pid; echo started';
      expect((await runTool(bashTool, root, { command, timeout_seconds: 2 })).text).toBe('started');
      expect(await isGone(await pidIn(root, 'pid'))).toBe(true);
    },
  );

  it.runIf(process.platform === 'linux')(
    'kills at the timeout what nothing but its environment ties to it',
    async () => {
      const root = await temporaryFolder();
      const command = '(setsid sleep 303 >/dev/null 2>&1 & echo $! > pid); sleep 300';
      const { text } = await runTool(bashTool, root, { command, timeout_seconds: 1 });
      expect(text).toContain('[killed after 1 s');
      expect(await isGone(await pidIn(root, 'pid'))).toBe(true);
    },
  );

  it.runIf(process.platform === 'linux')(
    'ends also when a process that cannot be found holds the output open',
    async () => {
      const root = await temporaryFolder();
      const command = 'env -i setsid sleep 20 & echo $! > pid; echo started';
      expect((await runTool(bashTool, root, { command, timeout_seconds: 1 })).text).toMatch(/^started/);
      process.kill(await pidIn(root, 'pid'), 'SIGKILL');
    },
  );

  it('refuses a NUL character', async () => {
    const command = 'echo a\0b';
    await expect(runTool(bashTool, await temporaryFolder(), { command })).rejects.toMatchObject({
      reason: 'arguments',
    });
  });

  it('keeps beginning and end of endless output', async () => {
    const root = await temporaryFolder();
    const { text } = await runTool(bashTool, root, { command: 'echo first; yes | head -n 2000000; echo last' });
    expect(text.startsWith('first\n')).toBe(true);
    expect(text.endsWith('\nlast')).toBe(true);
    expect(text).toMatch(/\[\d+ characters of output left out\]/);
    expect(text.length).toBeLessThan(500_000);
  });
});

describe('BoundedOutput', () => {
  it('loses nothing below its bound, whatever the pieces', () => {
    const output = new BoundedOutput(10);
    for (const byte of Buffer.from('é漢👍 twelve')) output.add(Buffer.from([byte]));
    expect(output.finish()).toBe('é漢👍 twelve');
  });

  it('keeps exactly head and tail above it', () => {
    const output = new BoundedOutput(3);
    output.add(Buffer.from('abcdefghij'));
    expect(output.finish()).toBe('abc\n[4 characters of output left out]\nhij');
  });
});
