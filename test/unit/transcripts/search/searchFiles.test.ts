import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchFiles, type SessionHit } from '../../../../src/transcripts/search/searchFiles';
import { temporaryFolder } from '../../session/support/temporaryFolder';
import { installedRipgrep } from '../../../support/ripgrep';

const never = new AbortController().signal;

/** Null where no VS Code is installed yet: then one way of searching is compared with itself. */
const ripgrepProgram = await installedRipgrep();

/** Both ways of searching find the same. */
async function search(
  files: Readonly<Record<string, string | Uint8Array>>,
  words: string,
): Promise<readonly (readonly [string, number, string])[]> {
  const folder = await temporaryFolder(files);
  const paths = Object.keys(files).map((name) => join(folder, name));
  const found: SessionHit[][] = [];
  for (const ripgrep of [null, ripgrepProgram]) {
    const hits: SessionHit[] = [];
    for await (const hit of searchFiles(paths, words, { ripgrep, signal: never })) hits.push(hit);
    found.push(hits);
  }
  expect(found[1]).toEqual(found[0]);
  return (found[0] ?? []).map(({ path, line, excerpt }) => [path.slice(folder.length + 1), line, excerpt] as const);
}

const said = (text: string): string => JSON.stringify({ type: 'user', message: { role: 'user', content: text } });

describe('searchFiles', () => {
  it('finds what was said whatever its case, with line and the words around it', async () => {
    const text = `${'Before. '.repeat(20)}\nThe Ümläut of\n\tthe day${' and after'.repeat(40)}`;
    const [hit, ...rest] = await search(
      { 'a.jsonl': [said('other'), said(text), said('none')].join('\n') },
      'ümläut OF the',
    );
    expect(rest).toEqual([]);
    expect(hit?.slice(0, 2)).toEqual(['a.jsonl', 2]);
    expect(hit?.[2]).toMatch(/^….*The Ümläut of the day and after.*…$/);
    expect(await search({ 'a.jsonl': said(text) }, 'Umlaut')).toEqual([]);
  });

  it('finds words as JSON writes them, also twice, and in ASCII only', async () => {
    const call = JSON.stringify({
      role: 'assistant',
      tool_calls: [{ function: { arguments: '{"path":"C:\\\\temp\\\\ü"}' } }],
    });
    const ascii = String.raw`{"role":"user","content":"say \"\u00fc\" and 😀 \ud83d\ude00 twice"}`;
    expect(await search({ 'a.jsonl': call }, String.raw`C:\temp\ü`)).toHaveLength(1);
    expect(await search({ 'a.jsonl': ascii }, 'say "Ü"')).toHaveLength(1);
    expect(await search({ 'a.jsonl': ascii }, '😀 twice')).toHaveLength(1);
    expect(await search({ 'a.jsonl': said('a+b (c) [d] {e} $^|') }, '(c) [d] {e} $^|')).toHaveLength(1);
    expect(await search({ 'a.jsonl': said('a+b') }, 'a.b')).toEqual([]);
  });

  it('finds nothing in what nobody said', async () => {
    const line = JSON.stringify({
      type: 'needle',
      uuid: 'needle',
      needle: 1,
      message: { role: 'system', content: 'needle' },
    });
    expect(await search({ 'a.jsonl': `${line}\n${said('a needle')}` }, 'needle')).toEqual([['a.jsonl', 2, 'a needle']]);
    const pretty = JSON.stringify({ needle: 1, content: 'the needle here' }, null, 2);
    expect(await search({ 'a.json': pretty }, 'needle')).toEqual([['a.json', 3, '"content": "the needle here"']]);
  });

  it('reads lines of any length, a few hits of each file, the files in their order', async () => {
    const long = said(`${'x'.repeat(3_000_000)} needle ${'y'.repeat(3_000_000)}`);
    const many = Array.from({ length: 20 }, (_, place) => said(`needle ${String(place)}`)).join('\n');
    const hits = await search({ 'b.jsonl': `${said('first')}\n${long}`, 'a.jsonl': many }, 'needle');
    expect(hits.map(([name, line]) => [name, line])).toEqual([
      ['b.jsonl', 2],
      ['a.jsonl', 1],
      ['a.jsonl', 2],
      ['a.jsonl', 3],
    ]);
    expect(hits[0]?.[2]).toMatch(/^…x+ needle y+…$/);
  });

  it('takes hostile files and names', async () => {
    const name = 'line\nfeed $(x) -e.jsonl';
    expect(await search({ [name]: said('needle') }, 'needle')).toEqual([[name, 1, 'needle']]);
    const bytes = Buffer.concat([Buffer.from([0, 0xff, 0xfe, 0x80]), Buffer.from(`\n${said('needle')}\r\n`)]);
    expect(await search({ 'a.jsonl': bytes }, 'needle')).toEqual([['a.jsonl', 2, 'needle']]);
    const nested = `${'{"content":'.repeat(2_000)}"needle"${'}'.repeat(2_000)}`;
    expect(await search({ 'a.jsonl': nested }, 'needle')).toEqual([]);
    expect(await search({ 'a.jsonl': '' }, 'needle')).toEqual([]);
    expect(await search({ 'a.jsonl': said('x') }, '  ')).toEqual([]);
  });

  it('passes over what is gone or cannot be read', async () => {
    const folder = await temporaryFolder({ 'closed.jsonl': said('needle'), 'open.jsonl': said('needle') });
    await chmod(join(folder, 'closed.jsonl'), 0);
    const paths = ['gone.jsonl', 'closed.jsonl', 'open.jsonl'].map((name) => join(folder, name));
    for (const ripgrep of [null, ripgrepProgram, join(folder, 'no-such-program')]) {
      const found: string[] = [];
      for await (const hit of searchFiles(paths, 'needle', { ripgrep, signal: never })) found.push(hit.path);
      expect(found.at(-1)).toBe(paths[2]);
    }
  });

  it('ends when it is told to', async () => {
    const folder = await temporaryFolder({ 'a.jsonl': said('needle'), 'b.jsonl': said('needle') });
    const paths = ['a.jsonl', 'b.jsonl'].map((name) => join(folder, name));
    for (const ripgrep of [null, ripgrepProgram]) {
      const control = new AbortController();
      const read = async (): Promise<void> => {
        for await (const hit of searchFiles(paths, 'needle', { ripgrep, signal: control.signal })) {
          expect(hit.path).toBe(paths[0]);
          control.abort(new Error('enough'));
        }
      };
      await expect(read()).rejects.toThrow('enough');
    }
  });
});
