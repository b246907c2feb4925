import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HeaderEntry, JournalEntry } from '../../../src/engine/journal';
import { JournalFile, readJournal } from '../../../src/session/journalFile';
import { parseJournal } from '../../../src/session/journalLines';
import { temporaryFolder } from './support/temporaryFolder';

const header: HeaderEntry = {
  type: 'header',
  version: 1,
  sessionId: '20260101-000000-00000000',
  title: 'New session',
  createdAt: 1,
  provider: 'offline',
  model: 'offline',
  window: 16_000,
  reserve: 500,
};

function message(text: string): JournalEntry {
  return { type: 'message', message: { id: text, role: 'user', parts: [{ type: 'text', text }] } };
}

const entries: readonly JournalEntry[] = [
  header,
  message('plain'),
  message('émoji 👩‍👩‍👧 and 漢字'),
  { type: 'pin', index: 0, pinned: true },
  message('half a pair \ud83d and a line\nbreak'),
  { type: 'title', title: 'A title' },
];

/** Where each line feed stands. */
function lineEnds(content: Buffer): readonly number[] {
  return [...content.entries()].filter(([, byte]) => byte === 0x0a).map(([position]) => position);
}

async function journalWith(list: readonly JournalEntry[]): Promise<string> {
  const path = join(await temporaryFolder(), 'journal.jsonl');
  const journal = await JournalFile.create(path, list[0] ?? header);
  await journal.append(list.slice(1));
  await journal.close();
  return path;
}

describe('JournalFile', () => {
  it('gives back what was appended, half surrogate pairs included', async () => {
    const path = await journalWith(entries);
    expect(await readJournal(path)).toEqual(entries);
  });

  it('reads what a crash at any byte left, losing at most the entry being written', async () => {
    const whole = await readFile(await journalWith(entries));
    const ends = lineEnds(whole);
    for (let length = 0; length <= whole.length; length += 1) {
      const { entries: loaded, wholeBytes, unendedBytes } = parseJournal(whole.subarray(0, length));
      // An entry counts from its last byte on; its line feed may be missing.
      const complete = ends.filter((end) => end <= length).length;
      expect(loaded, `cut after ${length} bytes`).toEqual(entries.slice(0, complete));
      expect([0, length - wholeBytes], `cut after ${length} bytes`).toContain(unendedBytes);
    }
  });

  it('repairs what a crash left, so that the next entry stands in a line of its own', async () => {
    const whole = await readFile(await journalWith(entries));
    const path = join(await temporaryFolder(), 'journal.jsonl');
    for (const end of lineEnds(whole)) {
      for (const length of [end - 5, end - 1, end, end + 1]) {
        await writeFile(path, whole.subarray(0, length));
        const { journal, entries: loaded } = await JournalFile.open(path, 0);
        await journal.append([message('after')]);
        await journal.close();
        expect(await readJournal(path), `cut after ${length} bytes`).toEqual([...loaded, message('after')]);
      }
    }
  });

  it.each([
    ['zeros, as a power cut leaves them', Buffer.alloc(64)],
    ['half a character', Buffer.from([0xf0, 0x9f])],
    ['JSON that is no entry', Buffer.from('{"type":"somethingElse"}')],
  ])('drops %s at the end', async (_name, garbage) => {
    const path = await journalWith(entries);
    await writeFile(path, garbage, { flag: 'a' });
    const { journal, entries: loaded } = await JournalFile.open(path, 0);
    await journal.close();
    expect(loaded).toEqual(entries);
    expect(await readJournal(path)).toEqual(entries);
  });

  it('does not guess over damage in the middle, and leaves the file as it is', async () => {
    const path = await journalWith(entries);
    const lines = (await readFile(path, 'utf8')).split('\n');
    lines[2] = lines[2]?.slice(0, 20) ?? '';
    await writeFile(path, lines.join('\n'));
    const before = await readFile(path);
    await expect(JournalFile.open(path, 0)).rejects.toThrow('Line 3');
    expect(await readFile(path)).toEqual(before);
  });

  it('says when a newer version wrote it', async () => {
    const path = await journalWith([{ ...header, version: 99 }]);
    await expect(JournalFile.open(path, 0)).rejects.toMatchObject({ reason: 'newerVersion' });
  });

  it('is written by one only, and read by others meanwhile', async () => {
    const path = await journalWith(entries);
    const first = await JournalFile.open(path, 0);
    await expect(JournalFile.open(path, 0)).rejects.toMatchObject({ reason: 'locked' });
    expect(await readJournal(path)).toEqual(entries);
    await first.journal.close();
    const second = await JournalFile.open(path, 0);
    await second.journal.close();
  });

  it('waits for a writer that is about to go', async () => {
    const path = await journalWith(entries);
    const first = await JournalFile.open(path, 0);
    const waiting = JournalFile.open(path, 5_000);
    await first.journal.close();
    await (await waiting).journal.close();
  });

  it('leaves no lock behind after a failed opening', async () => {
    const path = await journalWith(entries);
    await writeFile(path, 'no entry\n');
    await expect(JournalFile.open(path, 0)).rejects.toMatchObject({ reason: 'damaged' });
    await expect(JournalFile.open(path, 0)).rejects.toMatchObject({ reason: 'damaged' });
  });

  it('keeps appends in order without waiting for them', async () => {
    const path = await journalWith([header]);
    const { journal } = await JournalFile.open(path, 0);
    const list = Array.from({ length: 20 }, (_, index) => message(`m${index}`));
    await Promise.all(list.map((entry) => journal.append([entry])));
    await journal.close();
    expect(await readJournal(path)).toEqual([header, ...list]);
  });

  it('refuses to write once closed', async () => {
    const path = await journalWith([header]);
    const { journal } = await JournalFile.open(path, 0);
    await journal.close();
    await journal.close();
    await expect(journal.append([message('late')])).rejects.toMatchObject({ reason: 'closed' });
  });

  it('never makes a file by opening, and never overwrites one by creating', async () => {
    const path = await journalWith(entries);
    await expect(JournalFile.create(path, header)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(JournalFile.open(`${path}.other`, 0)).rejects.toMatchObject({ reason: 'missing' });
    await expect(stat(`${path}.other`)).rejects.toMatchObject({ code: 'ENOENT' });
    await truncate(path, 0);
    expect(await readJournal(path)).toEqual([]);
  });
});
