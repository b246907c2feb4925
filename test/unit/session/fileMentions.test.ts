import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attachmentsOf, mentionedPaths } from '../../../src/session/fileMentions';
import { nodeWorkspaceFiles } from '../../../src/session/nodeWorkspaceFiles';
import { temporaryFolder } from './support/temporaryFolder';

describe('mentionedPaths', () => {
  it.each([
    ['Look at @src/a.ts, please', ['src/a.ts']],
    ['(@a.md) and @b.md. And @a.md', ['a.md', 'b.md']],
    ['@"with blanks.md" too', ['with blanks.md']],
    ['mail me@example.com', []],
    ['a decorator @Injectable()', ['Injectable(']],
    ['@', []],
  ])('%j names %j', (text, paths) => {
    expect(mentionedPaths(text)).toEqual(paths);
  });
});

describe('attachmentsOf', () => {
  it('gives the text of each file, named, and says what is there and cannot be attached', async () => {
    const root = await temporaryFolder({ 'src/a.ts': 'alpha\n', 'b.bin': 'x\0y' });
    const attachments = await attachmentsOf('@src/a.ts @b.bin @gone.ts @src @you', root, nodeWorkspaceFiles);
    expect(attachments).toEqual([
      { type: 'text', text: '[attached file src/a.ts]\nalpha\n', attachment: 'src/a.ts' },
      {
        type: 'text',
        text: '[not attached: b.bin is no text: binary data, 3 bytes. src is a folder; list it with glob]',
        attachment: 'not attached: b.bin, src',
      },
    ]);
  });

  it('leaves words alone', async () => {
    const root = await temporaryFolder({ 'a.txt': 'a' });
    expect(await attachmentsOf('@you see @types/node and @../gone.txt', root, nodeWorkspaceFiles)).toEqual([]);
  });

  it('names an image and what is one file too many', async () => {
    const names = Array.from({ length: 12 }, (_, number) => `${String(number)}.txt`);
    const root = await temporaryFolder(Object.fromEntries(names.map((name) => [name, name])));
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await writeFile(join(root, 'dot.png'), Buffer.from(dot, 'base64'));
    const text = ['dot.png', ...names].map((name) => `@${name}`).join(' ');
    const attachments = await attachmentsOf(text, root, nodeWorkspaceFiles);
    expect(attachments).toHaveLength(11);
    expect(attachments.at(-1)?.text).toBe(
      '[not attached: dot.png is an image; read_file shows it. 10.txt is one file too many; read_file gives it. ' +
        '11.txt is one file too many; read_file gives it]',
    );
  });

  it('cuts a long file at a line and says how to go on', async () => {
    const root = await temporaryFolder({ 'long.txt': 'line of text\n'.repeat(5_000) });
    const [attachment] = await attachmentsOf('@long.txt', root, nodeWorkspaceFiles);
    expect(attachment?.text.length).toBeLessThan(20_200);
    expect(attachment?.text).toMatch(/^\[attached file long\.txt, its first 1538 lines; read_file gives the rest\]\n/);
    expect(attachment?.text.endsWith('line of text\n')).toBe(true);
  });

  it('never leaves the workspace', async () => {
    const outside = await temporaryFolder({ 'secret.txt': 'secret' });
    const root = await temporaryFolder({ 'a.txt': 'a' });
    await symlink(join(outside, 'secret.txt'), join(root, 'link.txt'));
    const text = `@../secret.txt @${join(outside, 'secret.txt')} @link.txt`;
    const attachments = await attachmentsOf(text, root, nodeWorkspaceFiles);
    // `../secret.txt` is not there.
    expect(attachments.map(({ text: said }) => said)).toEqual([
      `[not attached: ${[join(outside, 'secret.txt'), 'link.txt']
        .map((path) => `${path} lies outside the workspace; only files inside it can be used`)
        .join('. ')}]`,
    ]);
  });
});
