import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bashTool } from '../../../../src/session/tools/bash';
import { createFileTool } from '../../../../src/session/tools/createFile';
import { editTool } from '../../../../src/session/tools/edit';
import { readFileTool } from '../../../../src/session/tools/readFile';
import { writeFileTool } from '../../../../src/session/tools/writeFile';
import { runTool } from '../support/runTool';
import { temporaryFolder } from '../support/temporaryFolder';

describe('read_file', () => {
  it('numbers the lines', async () => {
    const root = await temporaryFolder({ 'a.txt': 'one\r\ntwo\n' });
    expect(await runTool(readFileTool, root, { path: 'a.txt' })).toEqual({
      text: '    1\tone\n    2\ttwo',
      isError: false,
    });
  });

  it('gives pages that join to the whole', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index}`);
    const root = await temporaryFolder({ 'a.txt': lines.join('\n') });
    const seen: string[] = [];
    for (let offset = 1; offset <= 5_000;) {
      const { text } = await runTool(readFileTool, root, { path: 'a.txt', offset });
      seen.push(
        ...text
          .split('\n')
          .filter((line) => line.includes('\t'))
          .map((line) => line.split('\t')[1] ?? ''),
      );
      const next = /read on with offset (\d+)\]$/.exec(text)?.[1];
      if (next === undefined) break;
      offset = Number(next);
    }
    expect(seen).toEqual(lines);
  });

  it('reads a line longer than a page to its end', async () => {
    const line = 'a👍'.repeat(100_000);
    const root = await temporaryFolder({ 'a.txt': line });
    let joined = '';
    for (let column = 0; ;) {
      const { text } = await runTool(readFileTool, root, { path: 'a.txt', column });
      expect(text.isWellFormed()).toBe(true);
      joined += text.split('\n')[0]?.split('\t')[1] ?? '';
      const next = /column (\d+)\]$/.exec(text)?.[1];
      if (next === undefined) break;
      column = Number(next);
    }
    expect(joined).toBe(line);
  });

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), 'PNG image, 6 bytes'],
    ['binary data', Buffer.from([1, 2, 0, 3]), 'binary data, 4 bytes'],
    ['Latin-1', Buffer.from([0x63, 0x61, 0x66, 0xe9]), 'not UTF-8 text (4 bytes)'],
  ])('refuses %s, saying what it is', async (_name, content, words) => {
    const root = await temporaryFolder({ 'a.bin': content });
    await expect(runTool(readFileTool, root, { path: 'a.bin' })).rejects.toThrow(words);
  });

  it('tells a folder, a missing file and an empty one apart', async () => {
    const root = await temporaryFolder({ 'dir/empty.txt': '' });
    await expect(runTool(readFileTool, root, { path: 'dir' })).rejects.toMatchObject({ reason: 'unsuitable' });
    await expect(runTool(readFileTool, root, { path: 'gone' })).rejects.toMatchObject({ reason: 'missing' });
    expect((await runTool(readFileTool, root, { path: 'dir/empty.txt' })).text).toBe('[the file is empty]');
    expect((await runTool(readFileTool, root, { path: 'dir/empty.txt', offset: 5 })).text).toBe('[the file is empty]');
  });

  it('reads the archive by pointer, page by page, as a recovery tool', async () => {
    const root = await temporaryFolder();
    const content = Buffer.from(Array.from({ length: 3_000 }, (_, index) => `original line ${index}`).join('\n'));
    const archive = {
      read: async (pointer: string) => (pointer === '0123456789abcdef.txt' ? content : null),
      list: async () => ['0123456789abcdef.txt'],
    };
    const first = await runTool(readFileTool, root, { path: 'archive/0123456789abcdef.txt' }, { archive });
    expect(first.toolName).toBe('Recall');
    expect(first.text.length).toBeLessThan(12_100);
    expect(first.text).toMatch(/read on with offset \d+\]$/);
    await expect(runTool(readFileTool, root, { path: 'fedcba9876543210.txt' }, { archive })).rejects.toMatchObject({
      reason: 'missing',
    });
  });
});

describe('write_file and create_file', () => {
  it('write into folders that are not there yet', async () => {
    const root = await temporaryFolder();
    await runTool(writeFileTool, root, { path: 'a/b/c.txt', content: 'é' });
    expect(await readFile(join(root, 'a/b/c.txt'), 'utf8')).toBe('é');
    expect((await runTool(createFileTool, root, { path: 'a/d/e.txt', content: 'é' })).text).toBe(
      'Created a/d/e.txt (2 bytes).',
    );
  });

  it('differ over a file that exists', async () => {
    const root = await temporaryFolder({ 'a.txt': 'old' });
    await expect(runTool(createFileTool, root, { path: 'a.txt', content: 'new' })).rejects.toMatchObject({
      reason: 'conflict',
    });
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('old');
    await runTool(writeFileTool, root, { path: 'a.txt', content: 'new' });
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('new');
  });
});

describe('edit', () => {
  const edit = async (text: string, args: Readonly<Record<string, unknown>>): Promise<string> => {
    const root = await temporaryFolder({ 'a.txt': text });
    await runTool(editTool, root, { path: 'a.txt', ...args });
    return readFile(join(root, 'a.txt'), 'utf8');
  };

  it('replaces the one occurrence, whatever signs stand in it', async () => {
    expect(await edit('a.b $& c', { old_text: '.b $&', new_text: '$1$$' })).toBe('a$1$$ c');
  });

  it('replaces all when asked, and refuses to choose otherwise', async () => {
    expect(await edit('x x x', { old_text: 'x', new_text: 'y', replace_all: true })).toBe('y y y');
    await expect(edit('x x x', { old_text: 'x', new_text: 'y' })).rejects.toThrow('3 times');
  });

  it('keeps CRLF and a byte order mark', async () => {
    expect(await edit('\uFEFFa\r\nb\r\nc\r\n', { old_text: 'a\nb', new_text: 'x\ny\nz' })).toBe(
      '\uFEFFx\r\ny\r\nz\r\nc\r\n',
    );
  });

  it('refuses what is not there or changes nothing', async () => {
    await expect(edit('a', { old_text: 'b', new_text: 'c' })).rejects.toMatchObject({ reason: 'conflict' });
    await expect(edit('a', { old_text: 'a', new_text: 'a' })).rejects.toMatchObject({ reason: 'arguments' });
  });
});

describe('what is no ordinary file', () => {
  it.skipIf(process.platform === 'win32')('is refused before it is opened: a pipe would be waited for', async () => {
    const root = await temporaryFolder();
    await runTool(bashTool, root, { command: 'mkfifo pipe' });
    const refusal = { reason: 'unsuitable', message: 'pipe is no ordinary file.' };
    await expect(runTool(readFileTool, root, { path: 'pipe' })).rejects.toMatchObject(refusal);
    await expect(runTool(writeFileTool, root, { path: 'pipe', content: '' })).rejects.toMatchObject(refusal);
    const edit = { path: 'pipe', old_text: 'a', new_text: 'b' };
    await expect(runTool(editTool, root, edit)).rejects.toMatchObject(refusal);
  });

  it('nor is one too large read whole, be it to change it', async () => {
    const root = await temporaryFolder();
    const file = await open(join(root, 'large.txt'), 'w');
    await file.truncate(50_000_001);
    await file.close();
    await expect(runTool(readFileTool, root, { path: 'large.txt' })).rejects.toThrow('too many to read');
    const edit = { path: 'large.txt', old_text: 'a', new_text: 'b' };
    await expect(runTool(editTool, root, edit)).rejects.toThrow('too many to read');
  });
});
