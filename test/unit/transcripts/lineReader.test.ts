import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { readRecords, type ReadItem } from '../../../src/transcripts/lineReader';

async function read(bytes: string | Uint8Array, chunkSize = Number.POSITIVE_INFINITY): Promise<ReadItem[]> {
  const whole = Buffer.from(bytes);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < whole.length; start += chunkSize) yield whole.subarray(start, start + chunkSize);
  }
  const items: ReadItem[] = [];
  for await (const batch of readRecords(chunks())) items.push(...batch);
  return items;
}

function records(items: readonly ReadItem[]): unknown[] {
  return items.flatMap((item) => (item.kind === 'record' ? [item.record] : []));
}

function problems(items: readonly ReadItem[]): string[] {
  return items.flatMap((item) => (item.kind === 'record' ? [] : [`${item.problem.severity} ${item.problem.line}`]));
}

describe('readRecords', () => {
  it('gives each record its line and byte offset, also behind characters of several bytes', async () => {
    const items = await read('{"a":"ü€😀"}\n\n  {"b":1}\n');
    expect(items).toEqual([
      { kind: 'record', record: { a: 'ü€😀' }, line: 1, byteOffset: 0 },
      { kind: 'record', record: { b: 1 }, line: 3, byteOffset: 21 },
    ]);
  });

  it('reads the same however the bytes are cut into chunks', async () => {
    const text = '\uFEFF{"a":"é\u2028😀"}\r\n{"b":2}{"c":"}{"}\n{"d":';
    const whole = await read(text);
    expect(records(whole)).toEqual([{ a: 'é\u2028😀' }, { b: 2 }, { c: '}{' }]);
    for (let size = 1; size < 12; size++) expect(await read(text, size)).toEqual(whole);
  });

  it('ends lines at line feeds only', async () => {
    const items = await read('{"a":"x\u2028y\u2029z\u0085"}\n');
    expect(records(items)).toEqual([{ a: 'x\u2028y\u2029z\u0085' }]);
  });

  it('strips zero bytes and reports a line of nothing else', async () => {
    const items = await read('{"a":1}\0\0\n\0\0\0\n{"b":2}');
    expect(records(items)).toEqual([{ a: 1 }, { b: 2 }]);
    expect(problems(items)).toEqual(['warning 2']);
  });

  it('reports a cut last line as cut and another bad line as unreadable', async () => {
    const items = await read('{"a":\n{"b":2}\n{"c":"tex');
    expect(records(items)).toEqual([{ b: 2 }]);
    const reasons = items.flatMap((item) => (item.kind === 'record' ? [] : [item.problem.reason]));
    expect(reasons[0]).toContain('not readable as JSON');
    expect(reasons[1]).toContain('cut off');
  });

  it('takes a whole last line without its line feed', async () => {
    expect(await read('{"a":1}')).toEqual([{ kind: 'record', record: { a: 1 }, line: 1, byteOffset: 0 }]);
  });

  it('saves the whole record behind a cut one on the same line', async () => {
    const items = await read('{"a":"never ended{"b":{"c":[1,"}"]}}\n');
    expect(records(items)).toEqual([{ b: { c: [1, '}'] } }]);
    expect(problems(items)).toEqual(['warning 1']);
  });

  it('gives glued records offsets of their own, in bytes', async () => {
    const items = await read('{"a":"ü"}\0{"b":1}\n');
    expect(items.filter((item) => item.kind === 'record').map((item) => item.byteOffset)).toEqual([0, 11]);
  });

  it('tells of a record that is nested too deep, behind the record', async () => {
    const items = await read(`{"a":1}\n{"b":${'['.repeat(9_000)}${']'.repeat(9_000)}}{"c":1}\n`);
    expect(items.map(({ kind }) => kind)).toEqual(['record', 'problem', 'record', 'problem', 'record']);
    expect(problems(items)).toEqual(['info 2', 'warning 2']);
    expect(() => JSON.stringify(items)).not.toThrow();
  });

  it('tells of bytes that are no UTF-8', async () => {
    const items = await read(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}\n')]));
    expect(problems(items)).toEqual(['warning 1']);
    expect(records(items)).toEqual([{ a: '\uFFFD' }]);
  });

  it('has no limit on the length of a line', async () => {
    const text = 'x'.repeat(3_000_000);
    expect(records(await read(JSON.stringify({ text }), 65_536))).toEqual([{ text }]);
  });

  it('keeps nothing of the memory of a chunk, which the next one may overwrite', async () => {
    const whole = Buffer.from(
      Array.from({ length: 300 }, (_, n) => `{"n":${String(n)},"text":"${'y'.repeat(n)}"}\n`).join(''),
    );
    const shared = Buffer.alloc(100);
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (let start = 0; start < whole.length; start += shared.length) {
        const length = whole.copy(shared, 0, start, start + shared.length);
        yield shared.subarray(0, length);
        shared.fill(0);
      }
    }
    const items: ReadItem[] = [];
    for await (const batch of readRecords(chunks())) items.push(...batch);
    expect(records(items)).toEqual(Array.from({ length: 300 }, (_, n) => ({ n, text: 'y'.repeat(n) })));
  });

  it('gives the records of a chunk a few at a time', async () => {
    const lines = Buffer.from('{"a":1}\n'.repeat(1_000));
    async function* chunk(): AsyncGenerator<Uint8Array> {
      yield lines;
    }
    const sizes: number[] = [];
    for await (const batch of readRecords(chunk())) sizes.push(batch.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(1_000);
    expect(Math.max(...sizes)).toBeLessThan(100);
  });
});
