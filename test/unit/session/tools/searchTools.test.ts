import { describe, expect, it } from 'vitest';
import { globTool } from '../../../../src/session/tools/glob';
import { grepTool } from '../../../../src/session/tools/grep';
import { searchFilesTool } from '../../../../src/session/tools/searchFiles';
import { runTool } from '../support/runTool';
import { temporaryFolder } from '../support/temporaryFolder';

const files = {
  '.gitignore': 'dist/\n*.log\n',
  'src/a.ts': 'const alpha = 1;\nconst Beta = 2;\n',
  'src/deep/b.ts': 'export const alpha = 3;\r\n',
  'dist/a.js': 'alpha',
  'debug.log': 'alpha',
  'node_modules/x/index.js': 'alpha',
  'picture.png': Buffer.from('alpha\0alpha'),
};

async function run(
  tool: typeof grepTool,
  args: unknown,
  more: Readonly<Record<string, string | Buffer>> = {},
): Promise<string> {
  return (await runTool(tool, await temporaryFolder({ ...files, ...more }), args)).text;
}

describe('glob', () => {
  it('lists what .gitignore does not hide, in order', async () => {
    expect(await run(globTool, { pattern: '**/*' })).toBe('.gitignore\npicture.png\nsrc/a.ts\nsrc/deep/b.ts');
  });

  it('starts in a folder', async () => {
    expect(await run(globTool, { pattern: '*.ts', path: 'src/deep' })).toBe('src/deep/b.ts');
  });

  it('is bounded', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`many/${index}.txt`, '']));
    const lines = (await run(globTool, { pattern: 'many/*' }, many)).split('\n');
    expect(lines).toHaveLength(1_001);
    expect(lines.at(-1)).toContain('more than 1000 files');
  });
});

describe('grep', () => {
  it('gives path, line and text, and passes over ignored and binary files', async () => {
    expect((await run(grepTool, { pattern: '\\balpha\\b' })).split('\n').sort()).toEqual([
      'src/a.ts:1:const alpha = 1;',
      'src/deep/b.ts:1:export const alpha = 3;',
    ]);
  });

  it('takes case, a file and a glob into account', async () => {
    expect(await run(grepTool, { pattern: 'beta' })).toContain('No line matches');
    expect(await run(grepTool, { pattern: 'beta', ignore_case: true })).toBe('src/a.ts:2:const Beta = 2;');
    expect(await run(grepTool, { pattern: 'alpha', path: 'src/deep' })).toBe('src/deep/b.ts:1:export const alpha = 3;');
    expect(await run(grepTool, { pattern: 'alpha', path: 'debug.log' })).toBe('debug.log:1:alpha');
    expect(await run(grepTool, { pattern: 'alpha', include: '**/a.*' })).toBe('src/a.ts:1:const alpha = 1;');
  });

  it('takes escapes that the strict mode of expressions refuses', async () => {
    expect(await run(grepTool, { pattern: 'alpha \\= 1\\;' })).toBe('src/a.ts:1:const alpha = 1;');
  });

  it('is bounded in lines and in their length', async () => {
    const lines = (await run(grepTool, { pattern: 'x' }, { 'x.txt': `${'x'.repeat(1_000)}\n`.repeat(600) })).split(
      '\n',
    );
    expect(lines).toHaveLength(501);
    expect(lines[0]?.length).toBeLessThan(320);
    expect(lines.at(-1)).toContain('more than 500 lines');
  });

  it('refuses a pattern that is none, and one that would never end', async () => {
    await expect(run(grepTool, { pattern: '(' })).rejects.toMatchObject({ reason: 'arguments' });
    const trap = { 'trap.txt': `${'a'.repeat(60)}!\n` };
    await expect(run(grepTool, { pattern: '^(a+)+$' }, trap)).rejects.toThrow('takes too long');
  });

  it('stops', async () => {
    const root = await temporaryFolder(files);
    await expect(runTool(grepTool, root, { pattern: 'x' }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      reason: 'cancelled',
    });
  });
});

describe('search_files', () => {
  it('puts the file with the words in its path first and quotes lines', async () => {
    const text = await run(searchFilesTool, { query: 'Alpha' }, { 'docs/alpha.md': 'Nothing here.\n' });
    expect(text.split('\n')[0]).toBe('docs/alpha.md');
    expect(text).toContain('src/a.ts\n  1: const alpha = 1;');
  });

  it('wants all words', async () => {
    expect(await run(searchFilesTool, { query: 'alpha beta' })).toMatch(/^src\/a\.ts/);
    expect(await run(searchFilesTool, { query: 'alpha gamma' })).toBe('No file holds all these words.');
  });
});
