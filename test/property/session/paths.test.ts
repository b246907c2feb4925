import { readdir, realpath, rm, symlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeWorkspaceFiles } from '../../../src/session/nodeWorkspaceFiles';
import { confinedPath } from '../../../src/session/tools/confinedPath';
import { createFileTool } from '../../../src/session/tools/createFile';
import { editTool } from '../../../src/session/tools/edit';
import { globTool } from '../../../src/session/tools/glob';
import { grepTool } from '../../../src/session/tools/grep';
import { readFileTool } from '../../../src/session/tools/readFile';
import { isNamedSo } from '../../../src/session/tools/runByOthers';
import { writeFileTool } from '../../../src/session/tools/writeFile';
import { runTool } from '../../unit/session/support/runTool';
import { lastingFolder } from '../../unit/session/support/temporaryFolder';

const SECRET = 'what nobody may read';

describe('paths that a model could think of', () => {
  let home: string;
  let root: string;

  beforeAll(async () => {
    home = await lastingFolder({ 'secret.txt': SECRET, 'root/in.txt': 'inside', 'root/sub/in.txt': 'inside' });
    root = join(home, 'root');
    await symlink(home, join(root, 'up'));
    await symlink('../secret.txt', join(root, 'leak'));
    await symlink('../new.txt', join(root, 'dangling'));
    await symlink('loop', join(root, 'loop'));
    await symlink('sub', join(root, 'same'));
  });

  afterAll(() => rm(home, { recursive: true, force: true }));

  const names = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('..', '.', '', 'up', 'leak', 'dangling', 'loop', 'same', 'sub', 'in.txt') },
    { weight: 2, arbitrary: fc.constantFrom('secret.txt', 'root', 'new.txt', '~', '%2e%2e', '..\\..', '．．', '‥') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  );
  const paths = fc
    .tuple(fc.constantFrom('', '/', 'home'), fc.array(names, { minLength: 1, maxLength: 6 }))
    .map(([start, parts]) => ({ start, parts }));
  const pathOf = ({ start, parts }: { readonly start: string; readonly parts: readonly string[] }): string =>
    (start === 'home' ? `${home}/` : start) + parts.join('/');

  it('lead into the workspace or nowhere', async () => {
    await fc.assert(
      fc.asyncProperty(paths, async (given) => {
        const actual = await confinedPath(root, pathOf(given)).catch(() => null);
        if (actual === null) return;
        expect(actual === root || actual.startsWith(root + sep), actual).toBe(true);
        const real = await realpath(actual).catch(() => actual);
        expect(real).toBe(actual);
      }),
      { numRuns: 500 },
    );
  });

  it('neither show nor change anything outside', async () => {
    const tools = [
      [readFileTool, {}],
      [writeFileTool, { content: 'x' }],
      [createFileTool, { content: 'x' }],
      [editTool, { old_text: 'nobody', new_text: 'everybody' }],
      [grepTool, { pattern: 'nobody' }],
      [globTool, { pattern: '**' }],
    ] as const;
    await fc.assert(
      fc.asyncProperty(paths, fc.constantFrom(...tools), async (given, [tool, args]) => {
        // What is made inside must not get in the way of the next try.
        const { text } = await runTool(tool, root, { ...args, path: pathOf(given) }).catch((error: unknown) => ({
          text: String(error),
        }));
        expect(text).not.toContain(SECRET);
        expect((await readdir(home)).sort()).toEqual(['root', 'secret.txt']);
      }),
      { numRuns: 300 },
    );
    expect(new TextDecoder().decode(await nodeWorkspaceFiles.read(join(home, 'secret.txt')))).toBe(SECRET);
  });
});

describe('a path that became a link after it was checked', () => {
  it('is neither read nor written', async () => {
    const home = await lastingFolder({ 'outside/a.txt': SECRET, 'root/real/a.txt': 'inside' });
    try {
      const root = join(home, 'root');
      const inFolder = join(root, 'folder', 'a.txt');
      const atEnd = join(root, 'a.txt');
      await symlink(join(home, 'outside'), dirname(inFolder));
      await symlink(join(home, 'outside', 'a.txt'), atEnd);
      for (const path of [inFolder, atEnd]) {
        await expect(nodeWorkspaceFiles.read(path)).rejects.toThrow();
        await expect(nodeWorkspaceFiles.write(path, 'x')).rejects.toThrow();
      }
      await expect(nodeWorkspaceFiles.create(atEnd, 'x')).rejects.toMatchObject({ code: 'EEXIST' });
      expect(new TextDecoder().decode(await nodeWorkspaceFiles.read(join(home, 'outside/a.txt')))).toBe(SECRET);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});

describe('names of what other programs run', () => {
  const hidden = fc.constantFrom('', '\u200c', '\u200d', '\ufeff', '\u2060', '\u00ad');
  const letters = (name: string): fc.Arbitrary<string> =>
    fc
      .tuple(...Array.from(name, (letter) => fc.tuple(fc.constantFrom(letter, letter.toUpperCase()), hidden)))
      .map((parts) => parts.flat().join(''));
  const ends = fc.constantFrom('', '.', ' ', '. .', ':stream', '::$INDEX_ALLOCATION');

  it('are known in every spelling', () => {
    const folders = fc.constantFrom('.git', '.vscode', '.husky', '.devcontainer').chain(letters);
    fc.assert(
      fc.property(folders, ends, fc.constantFrom('/', '\\'), (folder, end, slash) => {
        expect(isNamedSo(['a', folder + end, 'b'].join(slash))).toBe(true);
      }),
    );
    for (const path of ['GIT~1/hooks/x', '.ｇｉｔ/config', '.hu\u017fky/pre-commit', 'x/.GITHUB/Workflows/a.yml']) {
      expect(isNamedSo(path), path).toBe(true);
    }
  });

  it('are not seen where there are none', () => {
    for (const path of ['.gitignore', 'git/a', 'src/.github/a', 'vscode.ts', 'a~1'])
      expect(isNamedSo(path)).toBe(false);
  });
});
