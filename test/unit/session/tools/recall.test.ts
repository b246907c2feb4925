import { describe, expect, it } from 'vitest';
import { ArchiveFolder } from '../../../../src/session/archiveFolder';
import { recallTool } from '../../../../src/session/tools/recall';
import { runTool } from '../support/runTool';
import { temporaryFolder } from '../support/temporaryFolder';

const first = '0123456789abcdef.txt';
const second = 'fedcba9876543210.md';
const image = '00112233445566778.png';

async function archiveOf(files: Readonly<Record<string, string>>): Promise<ArchiveFolder> {
  const archive = new ArchiveFolder(await temporaryFolder());
  for (const [pointer, text] of Object.entries(files)) await archive.write([{ pointer, content: { text } }]);
  return archive;
}

describe('recall', () => {
  it('gives an original page by page', async () => {
    const archive = await archiveOf({ [first]: Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n') });
    const page = await runTool(recallTool, '', { name: first, offset: 3, limit: 2 }, { archive });
    expect(page).toMatchObject({ isError: false, toolName: 'Recall' });
    expect(page.text).toContain('    3\tline 2\n    4\tline 3');
    expect(page.text).toContain('read on with offset 5');
  });

  it('finds text in all originals, whatever its case, and says where', async () => {
    const archive = await archiveOf({ [first]: 'one\nThe Needle is here', [second]: 'a needle there\ntwo' });
    const { text } = await runTool(recallTool, '', { query: 'needle' }, { archive });
    expect(text.split('\n').sort()).toEqual([`${first}:2: The Needle is here`, `${second}:1: a needle there`]);
  });

  it('shows the part of a long line that has the match, and no end of matches', async () => {
    const archive = await archiveOf({ [first]: `${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}\n`.repeat(100) });
    const { text } = await runTool(recallTool, '', { query: 'needle' }, { archive });
    expect(text).toContain('xneedley');
    expect(text.length).toBeLessThan(16_000);
    expect(text).toContain('[40 more lines; look for something narrower]');
  });

  it('passes over what is no text', async () => {
    const archive = new ArchiveFolder(await temporaryFolder());
    await archive.write([{ pointer: image, content: { base64: Buffer.from([0, 1, 2, 0]).toString('base64') } }]);
    const { text } = await runTool(recallTool, '', { query: 'needle' }, { archive });
    expect(text).toContain('no archived original contains "needle"');
  });

  it.each([{ name: '../../etc/passwd' }, { name: 'ffffffffffffffff.txt' }, {}])('refuses %j', async (args) => {
    await expect(runTool(recallTool, '', args, { archive: await archiveOf({}) })).rejects.toThrow(
      /archived|Give a name/,
    );
  });

  it('says so where nothing is archived', async () => {
    await expect(runTool(recallTool, '', { query: 'needle' })).rejects.toThrow('Nothing is archived');
  });
});
