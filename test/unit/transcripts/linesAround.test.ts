import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesAround } from '../../../src/transcripts/linesAround';
import { temporaryFolder } from '../session/support/temporaryFolder';

const fileOf = async (content: string): Promise<string> =>
  join(await temporaryFolder({ 'a.jsonl': content }), 'a.jsonl');

describe('linesAround', () => {
  it('gives a line with those around it and their numbers, by its place in the file or by counting', async () => {
    const lines = Array.from({ length: 5_000 }, (_, row) => `line ${String(row + 1)} ü`);
    const path = await fileOf(`${lines.join('\r\n')}\r\n`);
    const byteOffset = Buffer.byteLength(`${lines.slice(0, 2_999).join('\r\n')}\r\n`);
    const counted = await linesAround(path, { line: 3_000 });
    expect(await linesAround(path, { line: 3_000, byteOffset })).toEqual(counted);
    const rows = counted.text.split('\n');
    expect(rows).toHaveLength(101);
    expect(rows[counted.row]).toBe('3000  line 3000 ü');
    expect(rows[0]).toBe('2950  line 2950 ü');
  });

  it('takes the first line, one beyond the end and an empty file', async () => {
    const path = await fileOf('a\nb\n');
    expect(await linesAround(path, { line: 1 })).toEqual({ text: '1  a\n2  b\n3  ', row: 0 });
    expect((await linesAround(path, { line: 9, byteOffset: 4 })).text).toContain('8  b');
    expect(await linesAround(await fileOf(''), { line: 1, byteOffset: 0 })).toEqual({ text: '1  ', row: 0 });
  });

  it('draws zero bytes', async () => {
    expect((await linesAround(await fileOf('a\0\0b'), { line: 1 })).text).toBe('1  a␀␀b');
  });

  it('shows the start of a line that is longer than anybody reads', async () => {
    const path = await fileOf(`first\n${'😀'.repeat(1_000_000)}\nlast`);
    const { text, row } = await linesAround(path, { line: 2, byteOffset: 6 });
    expect(row).toBe(1);
    expect(text.length).toBeLessThan(21_000);
    expect(text.isWellFormed()).toBe(true);
  });
});
