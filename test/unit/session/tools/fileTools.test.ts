import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeWorkspaceFiles } from '../../../../src/session/nodeWorkspaceFiles';
import { bashTool } from '../../../../src/session/tools/bash';
import { createFileTool } from '../../../../src/session/tools/createFile';
import { editTool } from '../../../../src/session/tools/edit';
import { readFileTool } from '../../../../src/session/tools/readFile';
import { SeenFiles } from '../../../../src/session/tools/seenFiles';
import { applyEdits } from '../../../../src/session/tools/textEdits';
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
    ['a damaged picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), 'a damaged PNG image (6 bytes)'],
    ['binary data', Buffer.from([1, 2, 0, 3]), 'binary data, 4 bytes'],
    ['Latin-1', Buffer.from([0x63, 0x61, 0x66, 0xe9]), 'not UTF-8 text (4 bytes)'],
  ])('refuses %s, saying what it is', async (_name, content, words) => {
    const root = await temporaryFolder({ 'a.bin': content });
    await expect(runTool(readFileTool, root, { path: 'a.bin' })).rejects.toThrow(words);
  });

  it('tells a folder, a missing file and an empty one apart', async () => {
    const root = await temporaryFolder({ 'dir/empty.txt': '' });
    const folder = await runTool(readFileTool, root, { path: 'dir' });
    expect(folder.text).toBe('[dir is a folder with 1 entry; name a file to read it]\nempty.txt');
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

describe('read_file over an image', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR4nGP4z8DwHwQBEPgD/U6VwW8AAAAASUVORK5CYII=',
    'base64',
  );
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

  it.each([
    ['a.png', png, 'image/png', 2, 1],
    ['wrong-name.txt', gif, 'image/gif', 1, 1],
  ])('gives %s as an image with its size', async (path, content, mediaType, width, height) => {
    const root = await temporaryFolder({ [path]: content });
    const outcome = await runTool(readFileTool, root, { path });
    expect(outcome.text).toBe(`[${path}: ${mediaType}, ${width} × ${height} pixels, ${content.length} bytes]`);
    const data = content.toString('base64');
    expect(outcome.media).toEqual([{ type: 'media', kind: 'image', mediaType, data, name: path, width, height }]);
  });

  it('refuses one that is cut off, which every provider would refuse for good', async () => {
    const root = await temporaryFolder({ 'a.png': png.subarray(0, 40) });
    await expect(runTool(readFileTool, root, { path: 'a.png' })).rejects.toThrow('a damaged PNG image (40 bytes)');
  });

  it.each([
    ['in bytes', Buffer.concat([png.subarray(0, 33), Buffer.alloc(4_000_000), png.subarray(33)])],
    ['in pixels', Buffer.concat([png.subarray(0, 16), Buffer.from([0, 0, 0x1f, 0x41]), png.subarray(20)])],
  ])('refuses one too large %s, saying how large it is', async (_name, content) => {
    const root = await temporaryFolder({ 'a.png': content });
    await expect(runTool(readFileTool, root, { path: 'a.png' })).rejects.toThrow(/pixels and \d+ bytes, too large/);
  });

  it('gives an archived one back', async () => {
    const archive = { read: async () => png, list: async () => ['0123456789abcdef.png'] };
    const outcome = await runTool(readFileTool, await temporaryFolder(), { path: '0123456789abcdef.png' }, { archive });
    expect(outcome).toMatchObject({ toolName: 'Recall', media: [{ mediaType: 'image/png' }] });
  });
});

describe('read_file over other encodings', () => {
  it.each([
    ['little', Buffer.from('\uFEFFone\r\ntwo ü\n', 'utf16le')],
    ['big', Buffer.from('\uFEFFone\r\ntwo ü\n', 'utf16le').swap16()],
  ])('reads UTF-16, %s end first, which edit and write_file refuse to change', async (_order, content) => {
    const root = await temporaryFolder({ 'a.txt': content });
    expect((await runTool(readFileTool, root, { path: 'a.txt' })).text).toBe('    1\tone\n    2\ttwo ü');
    const edit = runTool(editTool, root, { path: 'a.txt', old_text: 'one', new_text: 'two' });
    await expect(edit).rejects.toThrow('UTF-16 text; only UTF-8');
    await expect(runTool(writeFileTool, root, { path: 'a.txt', content: 'x' })).rejects.toThrow('UTF-16 text');
    expect(await readFile(join(root, 'a.txt'))).toEqual(content);
  });

  it('lists a folder with what is hidden in it, folders marked', async () => {
    const root = await temporaryFolder({ 'dir/.env': '', 'dir/sub/a': '', 'dir/b.txt': '' });
    const { text } = await runTool(readFileTool, root, { path: 'dir' });
    expect(text.split('\n').slice(1)).toEqual(['.env', 'b.txt', 'sub/']);
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

describe('write_file over a file that exists', () => {
  it.each([
    ['CRLF', 'a\r\nb\r\n', 'x\ny', 'x\r\ny'],
    ['a byte order mark', '\uFEFFa\n', 'x\n', '\uFEFFx\n'],
    ['line feeds', 'a\nb\n', 'x\ny', 'x\ny'],
  ])('keeps %s', async (_name, before, content, after) => {
    const root = await temporaryFolder({ 'a.txt': before });
    await runTool(writeFileTool, root, { path: 'a.txt', content });
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe(after);
  });
});

describe('a file that somebody changed since the model saw it', () => {
  it.each([
    ['edit', editTool, { old_text: 'one', new_text: 'two' }],
    ['write_file', writeFileTool, { content: 'two' }],
  ])('is not changed by %s until it is read again', async (_name, tool, args) => {
    const root = await temporaryFolder({ 'a.txt': 'one' });
    const seen = new SeenFiles();
    const path = 'a.txt';
    await runTool(readFileTool, root, { path }, { seen });
    await writeFile(join(root, path), 'one, and more');
    await expect(runTool(tool, root, { path, ...args }, { seen })).rejects.toMatchObject({ reason: 'conflict' });
    expect(await tool.proposal({ path, ...args }, { root, seen, files: nodeWorkspaceFiles })).toBeNull();
    expect(await readFile(join(root, path), 'utf8')).toBe('one, and more');
    await runTool(readFileTool, root, { path }, { seen });
    await runTool(tool, root, { path, ...args }, { seen });
    expect(await readFile(join(root, path), 'utf8')).toMatch(/^two/);
  });

  it('is told from one that the model changed itself', async () => {
    const root = await temporaryFolder();
    const seen = new SeenFiles();
    const path = 'a.txt';
    await runTool(createFileTool, root, { path, content: 'one' }, { seen });
    await runTool(editTool, root, { path, old_text: 'one', new_text: 'two' }, { seen });
    await runTool(writeFileTool, root, { path, content: 'three' }, { seen });
    expect(await readFile(join(root, path), 'utf8')).toBe('three');
  });

  it('is told from one that the editor formats while saving', async () => {
    const root = await temporaryFolder({ 'a.txt': 'one' });
    const seen = new SeenFiles();
    const files = {
      ...nodeWorkspaceFiles,
      write: (path: string, text: string) => nodeWorkspaceFiles.write(path, `${text};\n`),
    };
    const edit = { path: 'a.txt', old_text: 'one', new_text: 'two' };
    expect((await runTool(editTool, root, edit, { seen, files })).text).toContain('formatted it on saving');
    await runTool(editTool, root, { path: 'a.txt', old_text: 'two;', new_text: 'three' }, { seen });
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('three\n');
  });
});

describe('what a person sees before a file is written', () => {
  it('is the file as it stands and as it would be', async () => {
    const root = await temporaryFolder({ 'src/a.txt': 'one\r\ntwo\r\n' });
    const context = { root, files: nodeWorkspaceFiles, seen: new SeenFiles() };
    const before = 'one\r\ntwo\r\n';
    const path = 'src/a.txt';
    const edit = { path: './src/../src/a.txt', old_text: 'one\n', new_text: '' };
    expect(await editTool.proposal(edit, context)).toEqual({ path, before, after: 'two\r\n' });
    const write = { path, content: 'new\n' };
    expect(await writeFileTool.proposal(write, context)).toEqual({ path, before, after: 'new\r\n' });
    const create = { path: 'src/b.txt', content: 'new\n' };
    expect(await createFileTool.proposal(create, context)).toEqual({ path: 'src/b.txt', before: '', after: 'new\n' });
    expect(await readFile(join(root, path), 'utf8')).toBe(before);
  });

  it('is what is replaced, or nothing is', async () => {
    const root = await temporaryFolder({ 'a.txt': 'seen by the person' });
    const seen = new SeenFiles();
    const args = { path: 'a.txt', content: 'new' };
    await writeFileTool.proposal(args, { root, files: nodeWorkspaceFiles, seen });
    await writeFile(join(root, 'a.txt'), 'typed since');
    await expect(runTool(writeFileTool, root, args, { seen })).rejects.toMatchObject({ reason: 'conflict' });
  });

  it('is nothing where the call would fail or writes no file', async () => {
    const root = await temporaryFolder({ 'a.txt': 'one' });
    const context = { root, files: nodeWorkspaceFiles, seen: new SeenFiles() };
    expect(await createFileTool.proposal({ path: 'a.txt', content: '' }, context)).toBeNull();
    expect(await editTool.proposal({ path: 'a.txt', old_text: 'x', new_text: 'y' }, context)).toBeNull();
    expect(await editTool.proposal({ path: '../a.txt', old_text: 'x', new_text: 'y' }, context)).toBeNull();
    expect(await editTool.proposal({ path: 7 }, context)).toBeNull();
    expect(await bashTool.proposal({ command: 'true' }, context)).toBeNull();
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

describe('edit with several changes', () => {
  const edit = async (text: string, edits: readonly unknown[]): Promise<string> => {
    const root = await temporaryFolder({ 'a.txt': text });
    const run = runTool(editTool, root, { path: 'a.txt', edits });
    const outcome = await run.then(
      (done) => done.text,
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
    return `${await readFile(join(root, 'a.txt'), 'utf8')}|${outcome}`;
  };

  it('does all of them, in order', async () => {
    const edits = [
      { old_text: 'one', new_text: 'two' },
      { old_text: 'two', new_text: 'three', replace_all: true },
    ];
    expect(await edit('one two\n', edits)).toBe('three three\n|Replaced 3 occurrences in a.txt.');
  });

  it('does none where one cannot be done, and says which', async () => {
    const good = { old_text: 'one', new_text: 'two' };
    expect(await edit('one', [good, { old_text: 'gone', new_text: '' }])).toMatch(
      /^one\|edits\[1\] of 2: old_text does not stand in a\.txt; nothing was changed\./,
    );
    expect(await edit('one x x', [good, { old_text: 'x', new_text: '' }])).toMatch(
      /^one x x\|edits\[1\] of 2: .* 2 times/,
    );
  });

  it.each([
    {},
    { edits: [] },
    { old_text: 'a' },
    { old_text: 'a', new_text: 'b', edits: [{ old_text: 'a', new_text: 'b' }] },
  ])('refuses %j, which is neither one nor several', async (args) => {
    const root = await temporaryFolder({ 'a.txt': 'a' });
    const run = runTool(editTool, root, { path: 'a.txt', ...args });
    await expect(run).rejects.toMatchObject({ reason: 'arguments' });
  });

  it('shows each of them to the person who is asked', () => {
    const edits = [
      { old_text: 'a\nb', new_text: 'c' },
      { old_text: 'd', new_text: '', replace_all: true },
    ];
    expect(editTool.preview({ path: 'a.txt', edits }).detail).toBe(
      'a.txt\n\n- a\n- b\n+ c\n\nEvery occurrence:\n- d\n+ ',
    );
  });

  it('keeps whatever line breaks, mark and end a file has, over random texts', async () => {
    const line = fc.stringMatching(/^[a-c ]{0,4}$/);
    const file = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 6 }),
      lineBreak: fc.constantFrom('\n', '\r\n'),
      mark: fc.constantFrom('', '\uFEFF'),
      end: fc.boolean(),
    });
    fc.assert(
      fc.property(file, fc.array(line, { maxLength: 3 }), ({ lines, lineBreak, mark, end }, added) => {
        const whole = (middle: readonly string[]): string =>
          mark + ['first', ...middle, 'last'].join(lineBreak) + (end ? lineBreak : '');
        const edits = [
          {
            old_text: ['first', ...lines, 'last'].join('\n'),
            new_text: ['first', ...added, 'last', ''].join('\n').slice(0, -1),
          },
        ];
        if (edits[0]?.old_text === edits[0]?.new_text) return;
        expect(applyEdits(whole(lines), edits, 'a.txt').text).toBe(whole(added));
      }),
    );
  });

  it('writes new lines as the file does, also where the old text had none', () => {
    expect(applyEdits('a\r\nb\r\n', [{ old_text: 'b', new_text: 'x\ny' }], 'a').text).toBe('a\r\nx\r\ny\r\n');
    expect(applyEdits('a\nb\r\nc\r\n', [{ old_text: 'a\n', new_text: 'x\ny\n' }], 'a').text).toBe('x\ny\nb\r\nc\r\n');
  });

  it('says where the text stands but for blanks', async () => {
    expect(await edit('x\n  if (a) {\n    b();\n', [{ old_text: 'if (a) {\n  b();', new_text: '' }])).toContain(
      'Line 2 differs in blanks only.',
    );
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
