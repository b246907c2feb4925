import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeWorkspaceFiles } from '../../../src/session/nodeWorkspaceFiles';
import { globTool } from '../../../src/session/tools/glob';
import { grepTool } from '../../../src/session/tools/grep';
import { searchFilesTool } from '../../../src/session/tools/searchFiles';
import type { Tool } from '../../../src/session/tools/tool';
import { installedRipgrep } from '../../support/ripgrep';
import { runTool } from '../../unit/session/support/runTool';
import { lastingFolder } from '../../unit/session/support/temporaryFolder';

const ripgrep = await installedRipgrep();
if (ripgrep === null) console.log('search: no ripgrep under .vscode-test/, so both ways are not compared');

const tree: Readonly<Record<string, string | Buffer>> = {
  '.gitignore': 'dist/\n*.log\n!kept.log\n/only-here.txt\nnode_modules/\n',
  '.hidden/a.ts': 'alpha hidden\n',
  '.github/workflows/ci.yml': 'alpha: workflow\n',
  'src/a.ts': 'const alpha = 1;\nconst Beta = 2;\n\nlet gamma = alpha;\n',
  'src/deep/.gitignore': 'ignored-there.ts\n',
  'src/deep/ignored-there.ts': 'alpha',
  'src/deep/b.ts': 'export const alpha = 3;\r\n// end\r\n',
  'src/deep/only-here.txt': 'alpha in a file of an ignored name elsewhere',
  'only-here.txt': 'alpha',
  'dist/a.js': 'alpha',
  'debug.log': 'alpha',
  'kept.log': 'alpha kept\n',
  'node_modules/x/index.js': 'alpha module\n',
  'picture.png': Buffer.from('alpha\0alpha'),
  'late.bin': Buffer.from(`alpha\n${'x\n'.repeat(100_000)}\0`),
  'utf16.txt': Buffer.from('\uFEFFalpha wide\n', 'utf16le'),
  'mark.txt': '\uFEFFalpha after a mark\n',
  'latin.txt': Buffer.from([0x61, 0x6c, 0x70, 0x68, 0x61, 0x20, 0xe9, 0x0a]),
  'large.txt': `alpha\n${'x'.repeat(2_000_000)}\n`,
  'no end.txt': 'alpha without an end',
  '-dash.ts': 'alpha dash\n',
  'ünï.md': 'Alpha ünï\n',
  '[a].ts': 'alpha brackets\n',
  'empty.txt': '',
  'long.txt': `alpha ${'y'.repeat(1_000)}\n`,
};

describe.skipIf(ripgrep === null)('searching with and without ripgrep', () => {
  const roots: string[] = [];
  let outside: string;

  beforeAll(async () => {
    outside = await lastingFolder({ 'secret.txt': 'alpha secret\n' });
    for (const isRepository of [true, false]) {
      const root = await lastingFolder(tree);
      if (isRepository) {
        await mkdir(join(root, '.git'));
        await writeFile(join(root, '.git/config'), 'alpha of git\n');
      }
      await symlink(outside, join(root, 'out'));
      await symlink(join(outside, 'secret.txt'), join(root, 'out.txt'));
      await symlink(join(root, 'src'), join(root, 'in'));
      await symlink(join(root, 'src/a.ts'), join(root, 'in.ts'));
      roots.push(root);
    }
  });

  afterAll(async () => {
    for (const folder of [...roots, outside]) await rm(folder, { recursive: true, force: true });
  });

  /** Both ways over both trees; gives what they agree on. */
  async function both(tool: Tool, args: Readonly<Record<string, unknown>>): Promise<string> {
    let text = '';
    for (const root of roots) {
      const [by, without] = await Promise.all(
        [ripgrep, null].map(async (program) => (await runTool(tool, root, args, { ripgrep: program })).text),
      );
      expect(by, JSON.stringify(args)).toBe(without);
      text = by ?? '';
    }
    return text;
  }

  it.each([
    ['**/*', 'src/a.ts'],
    ['*.ts', '-dash.ts'],
    ['**/*.ts', 'src/deep/b.ts'],
    ['**/*.log', 'kept.log'],
    ['src/**', 'src/a.ts'],
    ['{src,.hidden}/*.ts', '.hidden/a.ts'],
    ['**/.*', '.gitignore'],
    ['\\[a\\].ts', '[a].ts'],
    ['**/[a-b].ts', 'src/a.ts'],
    ['s?c/*.ts', 'src/a.ts'],
    ['*.+(md|log)', 'ünï.md'],
    ['!(src)/*.ts', '.hidden/a.ts'],
    ['node_modules/**', 'No file matches.'],
    ['dist/**', 'No file matches.'],
    ['.git/**', 'No file matches.'],
    ['out/**', 'No file matches.'],
    ['in/**', 'No file matches.'],
    ['in.ts', 'No file matches.'],
  ])('lists %s', async (pattern, expected) => {
    expect((await both(globTool, { pattern })).split('\n')).toContain(expected);
  });

  it('lists what any pattern asks for', async () => {
    const piece = fc.constantFrom(
      '**',
      '*',
      '*.ts',
      'src',
      'deep',
      'a.ts',
      '?.ts',
      '.hidden',
      '*.log',
      '{a,b}.ts',
      'o*',
    );
    const patterns = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('/'));
    await fc.assert(
      fc.asyncProperty(patterns, async (pattern) => {
        await both(globTool, { pattern });
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    [{ pattern: 'alpha' }, 'src/a.ts:1:const alpha = 1;'],
    [{ pattern: 'ALPHA', ignore_case: true }, 'ünï.md:1:Alpha ünï'],
    [{ pattern: 'alpha', include: '**/*.ts' }, '[a].ts:1:alpha brackets'],
    [{ pattern: 'alpha', include: 'src/*' }, 'src/a.ts:1:const alpha = 1;'],
    [{ pattern: 'alpha', include: '*.log' }, 'kept.log:1:alpha kept'],
    [{ pattern: 'alpha', path: 'src/deep' }, 'src/deep/b.ts:1:export const alpha = 3;'],
    [{ pattern: 'alpha', path: 'debug.log' }, 'debug.log:1:alpha'],
    [{ pattern: '^alpha$', path: 'large.txt' }, 'large.txt:1:alpha'],
    [{ pattern: '-d', path: '-dash.ts' }, 'No line matches.'],
    [{ pattern: '--files' }, 'No line matches.'],
    [{ pattern: '(?<=const )alpha' }, 'src/a.ts:1:const alpha = 1;'],
    [{ pattern: '(a)lph\\1' }, 'src/a.ts:1:const alpha = 1;'],
    [{ pattern: '(?i)BETA' }, 'src/a.ts:2:const Beta = 2;'],
    [{ pattern: '3;$' }, 'src/deep/b.ts:1:export const alpha = 3;'],
    [{ pattern: '^$', path: 'src' }, 'src/a.ts:3:'],
    [{ pattern: '^alpha after' }, 'mark.txt:1:alpha after a mark'],
    [{ pattern: 'wide' }, 'utf16.txt:1:alpha wide'],
    [{ pattern: 'alpha', path: 'latin.txt' }, 'latin.txt:1:alpha �'],
    [{ pattern: 'Beta', context: 1 }, 'src/a.ts-3-'],
    [{ pattern: 'const alpha|gamma', context: 0 }, 'src/a.ts:4:let gamma = alpha;'],
    [{ pattern: 'alpha', files_only: true }, 'src/deep/b.ts'],
  ])('finds the lines of %j', async (args, expected) => {
    expect((await both(grepTool, args)).split('\n')).toContain(expected);
  });

  it('finds no line in what is binary, ignored, outside or of git', async () => {
    const text = await both(grepTool, { pattern: 'alpha' });
    for (const name of [
      'picture.png',
      'late.bin',
      'debug.log',
      'dist',
      'secret',
      '.git/',
      'node_modules',
      'in/',
      'in.ts',
    ]) {
      expect(text).not.toContain(name);
    }
  });

  it('searches what is ignored where it is named', async () => {
    expect(await both(grepTool, { pattern: 'alpha', path: 'dist/a.js' })).toBe('dist/a.js:1:alpha');
    expect(await both(globTool, { pattern: '**', path: 'node_modules/x' })).toBe('node_modules/x/index.js');
  });

  it('refuses what is no expression to either', async () => {
    for (const program of [ripgrep, null]) {
      const run = runTool(grepTool, roots[0] ?? '', { pattern: '(' }, { ripgrep: program });
      await expect(run).rejects.toMatchObject({ reason: 'arguments' });
    }
  });

  it.each([
    ['alpha', 'kept.log'],
    ['ALPHA const', 'src/a.ts'],
    ['deep alpha', 'src/deep/b.ts'],
    ['png', 'picture.png'],
    ['alpha nowhere', 'No file holds all these words.'],
    ['-dash', '-dash.ts'],
    ['secret', 'No file holds all these words.'],
  ])('ranks the files about %s', async (query, expected) => {
    expect((await both(searchFilesTool, { query })).split('\n')).toContain(expected);
  });

  it('finds what an editor holds unsaved, and not what it no longer holds', async () => {
    const root = roots[0] ?? '';
    const path = join(root, 'src/a.ts');
    const files = {
      ...nodeWorkspaceFiles,
      unsaved: () => [path],
      read: (wanted: string) =>
        wanted === path ? Promise.resolve(Buffer.from('typed alpha\n')) : nodeWorkspaceFiles.read(wanted),
    };
    const args = { pattern: 'typed|const alpha', include: 'src/*.ts' };
    expect((await runTool(grepTool, root, args, { ripgrep, files })).text).toBe('src/a.ts:1:typed alpha');
    const query = { query: 'typed alpha' };
    expect((await runTool(searchFilesTool, root, query, { ripgrep, files })).text).toBe('src/a.ts\n  1: typed alpha');
  });

  it('goes the other way where the program cannot be started', async () => {
    const root = roots[0] ?? '';
    const args = { pattern: 'Beta' };
    const { text } = await runTool(grepTool, root, args, { ripgrep: join(root, 'no-such-program') });
    expect(text).toBe('src/a.ts:2:const Beta = 2;');
    const listed = await runTool(globTool, root, { pattern: 'src/*' }, { ripgrep: join(root, 'src/a.ts') });
    expect(listed.text).toBe('src/a.ts');
  });

  it('stops', async () => {
    for (const [tool, args] of [
      [grepTool, { pattern: 'alpha' }],
      [globTool, { pattern: '**' }],
      [searchFilesTool, { query: 'alpha' }],
    ] as const) {
      const run = runTool(tool, roots[0] ?? '', args, { ripgrep, signal: AbortSignal.abort() });
      await expect(run).rejects.toMatchObject({ reason: 'cancelled' });
    }
  });
});
