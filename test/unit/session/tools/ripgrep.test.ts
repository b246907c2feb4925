import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ripgrepPath } from '../../../../src/platform/ripgrepPath';
import { globTool } from '../../../../src/session/tools/glob';
import { grepTool } from '../../../../src/session/tools/grep';
import { ripgrepOutput } from '../../../../src/session/tools/ripgrep';
import { SearchTime } from '../../../../src/session/tools/searchTime';
import { runTool } from '../support/runTool';
import { temporaryFolder } from '../support/temporaryFolder';

/** A program that takes ripgrep's place: it leaves its process id in `pid` of the folder, then does as told. */
async function program(root: string, script: string): Promise<string> {
  const path = join(root, 'program');
  await writeFile(path, `#!/bin/sh\necho $$ > pid\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

async function processId(root: string): Promise<number> {
  for (;;) {
    const text = await readFile(join(root, 'pid'), 'utf8').catch(() => '');
    if (text.endsWith('\n')) return Number(text);
    await delay(10);
  }
}

/** Resolves when the process is gone; a test that hangs here has left one behind. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await delay(10);
  }
}

describe.skipIf(process.platform === 'win32')('the process of a search', () => {
  it('is ended when the person stops it', async () => {
    const root = await temporaryFolder();
    const abort = new AbortController();
    const ripgrep = await program(root, 'exec sleep 600');
    const run = runTool(grepTool, root, { pattern: 'x' }, { ripgrep, signal: abort.signal });
    const pid = await processId(root);
    abort.abort();
    await expect(run).rejects.toMatchObject({ reason: 'cancelled' });
    await gone(pid);
  });

  it('is ended when enough was found', async () => {
    const root = await temporaryFolder();
    const ripgrep = await program(root, 'while :; do printf "./a.ts\\0"; done');
    const { text } = await runTool(globTool, root, { pattern: '**' }, { ripgrep });
    expect(text.split('\n').at(-1)).toContain('more than 1000 files');
    await gone(await processId(root));
  });

  it('is ended when it takes too long; what it found counts', async () => {
    const root = await temporaryFolder();
    const ripgrep = await program(root, 'printf "a\\0"; exec sleep 600');
    const time = new SearchTime({ signal: new AbortController().signal }, 300);
    const found: string[] = [];
    const run = { program: ripgrep, folder: root, includesNodeModules: false, switches: [], path: './' } as const;
    for await (const path of ripgrepOutput({ ...run, separator: '\0' }, time)) found.push(path);
    expect(found).toEqual(['a']);
    expect(time.notes.join('')).toContain('too long');
    await gone(await processId(root));
  });

  it('gets what is looked for as such, never as a switch', async () => {
    const root = await temporaryFolder({ '--pre=x': '' });
    const ripgrep = await program(root, 'printf "%s\\n" "$@" > arguments; exit 1');
    await runTool(grepTool, root, { pattern: '--pre=evil', path: '--pre=x' }, { ripgrep });
    const given = (await readFile(join(root, 'arguments'), 'utf8')).trim().split('\n');
    expect(given[0]).toBe('--no-config');
    expect(given).toContain('--regexp=--pre=evil');
    expect(given.slice(-2)).toEqual(['--', './--pre=x']);
    expect(given.filter((argument) => argument.startsWith('--pre'))).toEqual([]);
  });
});

describe('the ripgrep of VS Code', () => {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';

  it.each([
    ['node_modules', '@vscode', 'ripgrep', 'bin'],
    ['node_modules.asar.unpacked', '@vscode', 'ripgrep', 'bin'],
    ['node_modules', '@vscode', 'ripgrep-universal', 'bin', `${process.platform}-${process.arch}`],
    ['node_modules.asar.unpacked', '@vscode', 'ripgrep-universal', 'bin', `${process.platform}-${process.arch}`],
  ])('is found in %s/%s/%s', async (...parts) => {
    const path = [...parts, name].join('/');
    const root = await temporaryFolder({ [path]: '' });
    await chmod(join(root, path), 0o755);
    expect(await ripgrepPath(root)).toBe(join(root, path));
  });

  it('is missed without a failure', async () => {
    expect(await ripgrepPath(join(await temporaryFolder(), 'gone'))).toBeNull();
  });
});
