import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFileTool } from '../../../../src/session/tools/createFile';
import { editTool } from '../../../../src/session/tools/edit';
import { globTool } from '../../../../src/session/tools/glob';
import { grepTool } from '../../../../src/session/tools/grep';
import { readFileTool } from '../../../../src/session/tools/readFile';
import { searchFilesTool } from '../../../../src/session/tools/searchFiles';
import type { Tool } from '../../../../src/session/tools/tool';
import { writeFileTool } from '../../../../src/session/tools/writeFile';
import { runTool } from '../support/runTool';
import { temporaryFolder } from '../support/temporaryFolder';

const withPath: readonly (readonly [Tool, Readonly<Record<string, unknown>>])[] = [
  [readFileTool, {}],
  [writeFileTool, { content: 'x' }],
  [createFileTool, { content: 'x' }],
  [editTool, { old_text: 'secret', new_text: 'x' }],
  [grepTool, { pattern: 'secret' }],
  [globTool, { pattern: '**/*' }],
];

describe('no path leads out of the workspace', () => {
  let root: string;
  let outside: string;
  beforeEach(async () => {
    outside = await temporaryFolder({ 'secret.txt': 'secret' });
    root = await temporaryFolder({ 'inside.txt': 'inside' });
    await symlink(outside, join(root, 'link'));
    await symlink(join(outside, 'secret.txt'), join(root, 'link.txt'));
    await symlink(join(outside, 'new.txt'), join(root, 'dangling.txt'));
  });

  for (const [tool, args] of withPath) {
    it(`of ${tool.name}`, async () => {
      const paths = [
        '..',
        '../x/secret.txt',
        join(outside, 'secret.txt'),
        'link/secret.txt',
        'link.txt',
        'link/new/deep.txt',
        'sub/../../x',
      ];
      for (const path of paths) {
        await expect(runTool(tool, root, { ...args, path }), path).rejects.toMatchObject({ reason: 'outside' });
      }
      expect(await readdir(outside)).toEqual(['secret.txt']);
    });
  }

  it('through a link to a file that does not exist yet', async () => {
    await runTool(writeFileTool, root, { path: 'dangling.txt', content: 'x' }).catch(() => undefined);
    expect(await readdir(outside)).toEqual(['secret.txt']);
  });

  it.each([
    'link/**',
    'link/*.txt',
    '*/secret.txt',
    '{link,x}/*',
    'li{nk,x}/secret.txt',
    'link/secret.txt',
    'link.txt',
  ])('by the pattern %s', async (pattern) => {
    expect((await runTool(globTool, root, { pattern })).text).toBe('No file matches.');
  });

  it.each(['../**', '/etc/*', '{..,x}/*', '.{.,x}/*', '{.,x}{.,x}/*', '{/etc/hostname,x}', '{/etc/no-such-file,x}'])(
    'by the pattern %s, which is refused',
    async (pattern) => {
      await expect(runTool(globTool, root, { pattern })).rejects.toMatchObject({ reason: 'outside' });
    },
  );

  it('to walk there, even where that leads back in', async () => {
    await symlink(dirname(root), join(root, 'up'));
    expect((await runTool(globTool, root, { pattern: 'up/*/inside.txt' })).text).toBe('No file matches.');
  });

  it('while searching', async () => {
    expect((await runTool(grepTool, root, { pattern: 'secret' })).text).toContain('No line matches');
    expect((await runTool(searchFilesTool, root, { query: 'secret' })).text).toBe('No file holds all these words.');
  });

  it('but one that only looks so does not hinder', async () => {
    await mkdir(join(root, '..data'));
    await writeFile(join(root, '..data', 'a.txt'), 'fine');
    expect((await runTool(readFileTool, root, { path: '..data/a.txt' })).text).toContain('fine');
    expect((await runTool(readFileTool, root, { path: join(root, 'inside.txt') })).text).toContain('inside');
  });
});
