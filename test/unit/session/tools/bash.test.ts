import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bashTool } from '../../../../src/session/tools/bash';
import { isGone, pidIn } from '../support/processes';
import { runTool } from '../support/runTool';
import { temporaryFolder } from '../support/temporaryFolder';

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
    expect(text).toMatch(/\[\d+ bytes of output left out\]/);
    expect(text.length).toBeLessThan(500_000);
  });

  it('runs in the folder it is told, which lies in the workspace', async () => {
    const root = await temporaryFolder({ 'packages/a/b.txt': '' });
    expect(await runTool(bashTool, root, { command: 'pwd; ls', cwd: 'packages/a' })).toEqual({
      text: `${root}/packages/a\nb.txt`,
      isError: false,
    });
    const refused = (cwd: string): Promise<unknown> => runTool(bashTool, root, { command: 'pwd', cwd });
    await expect(refused('..')).rejects.toMatchObject({ reason: 'outside' });
    await expect(refused('/')).rejects.toMatchObject({ reason: 'outside' });
    await expect(refused('none')).rejects.toMatchObject({ reason: 'missing' });
    await expect(refused('packages/a/b.txt')).rejects.toMatchObject({ reason: 'unsuitable' });
    await symlink('/', join(root, 'out'));
    await expect(refused('out')).rejects.toMatchObject({ reason: 'outside' });
  });

  it('names the folder in what a person is asked', () => {
    expect(bashTool.preview({ command: 'npm test', cwd: 'a' })).toEqual({
      summary: 'npm test (in a)',
      detail: 'npm test\n(in a)',
    });
    expect(bashTool.preview({ command: 'npm test' }).detail).toBe('npm test');
  });

  it('gives text alone, whatever is written for a terminal', async () => {
    const command = String.raw`printf '\033[31mred\033[0m \033]0;title\007\a\010x\n10%%\r50%%\r100%%\r\nend\000\n'`;
    const { text } = await runTool(bashTool, await temporaryFolder(), { command });
    expect(text).toBe('red x\n100%\nend');
  });

  it('shows the end of the output while the command runs, never more than a few kilobytes', async () => {
    const root = await temporaryFolder();
    const told: string[] = [];
    const abort = new AbortController();
    const command =
      'echo first; until [ -e go ]; do sleep 0.05; done; yes 0123456789 | head -n 500000; echo last; sleep 300';
    const onOutput = (text: string): void => {
      told.push(text);
      if (text === 'first\n') void writeFile(join(root, 'go'), '');
      if (text.endsWith('last\n')) abort.abort();
    };
    await runTool(bashTool, root, { command }, { onOutput, signal: abort.signal });
    const count = told.length;
    expect(told[0]).toBe('first\n');
    expect(told.at(-1)).toMatch(/\nlast\n$/);
    expect(Math.max(...told.map((text) => text.length))).toBeLessThanOrEqual(4_096);
    await sleep(250);
    expect(told).toHaveLength(count);
  });

  it('takes 100 MB of output in bounded memory, and says how much is missing', async () => {
    const root = await temporaryFolder();
    const before = process.memoryUsage.rss();
    let most = 0;
    const onOutput = (): void => {
      most = Math.max(most, process.memoryUsage.rss() - before);
    };
    const command = 'echo first; head -c 100000000 /dev/zero | tr "\\0" x; echo; echo last';
    const { text } = await runTool(bashTool, root, { command }, { onOutput });
    expect(text.startsWith('first\n')).toBe(true);
    expect(text.endsWith('\nlast')).toBe(true);
    expect(text).toContain(`[${String(100_000_000 + 12 - 400_000)} bytes of output left out]`);
    expect(most).toBeLessThan(60_000_000);
  });
});

describe('what is shown of a command', () => {
  it('is one short line beside the whole command', () => {
    const command = `echo ${'a'.repeat(100_000)}\nls`;
    const { summary, detail } = bashTool.preview({ command, cwd: 'src' });
    expect(summary).toMatch(/^echo a+… \(\+ 1 more line\) \(in src\)$/);
    expect(summary.length).toBeLessThanOrEqual(200);
    expect(detail).toContain(command);
    expect(bashTool.preview({ command: 'ls', cwd: 'd'.repeat(5_000) }).summary).toHaveLength(200);
  });
});
