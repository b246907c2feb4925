import { appendFile, mkdir, readFile, rm, rmdir, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JournalEntry } from '../../../src/engine/journal';
import { JournalFile, readJournal } from '../../../src/session/journalFile';
import { parseJournal } from '../../../src/session/journalLines';
import { header, said } from './support/journalEntries';
import { temporaryFolder } from './support/temporaryFolder';

const entries: readonly JournalEntry[] = [
  header,
  said('plain'),
  said('émoji 👩‍👩‍👧 and 漢字'),
  { type: 'pin', index: 0, pinned: true },
  said('half a pair \ud83d and a line\nbreak'),
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
      const { entries: loaded, wholeBytes, unendedBytes } = await parseJournal(whole.subarray(0, length));
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
        await journal.append([said('after')]);
        await journal.close();
        expect(await readJournal(path), `cut after ${length} bytes`).toEqual([...loaded, said('after')]);
      }
    }
  });

  it.each([
    ['zeros, as a power cut leaves them', Buffer.alloc(64)],
    ['half a character', Buffer.from([0xf0, 0x9f])],
    ['JSON that is no object', Buffer.from('17')],
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

  it.each([
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['blank lines', (text: string) => `${text.replaceAll('\n', '\n\n')} \r\n`],
    ['line feeds of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['zeros before a line feed', (text: string) => `${text}${'\0'.repeat(64)}\n`],
    ['zeros before an entry', (text: string) => text.replace('\n', `\n${'\0'.repeat(64)}`)],
  ])('opens in spite of %s', async (_name, damage) => {
    const path = await journalWith(entries);
    await writeFile(path, damage(await readFile(path, 'utf8')));
    const { journal, entries: loaded } = await JournalFile.open(path, 0);
    await journal.append([said('after')]);
    await journal.close();
    expect(loaded).toEqual(entries);
    expect(await readJournal(path)).toEqual([...entries, said('after')]);
  });

  it.each(['\n', ''])('takes an entry of a kind it does not know for a newer version’s, ended by %j', async (end) => {
    const path = await journalWith(entries);
    await appendFile(path, `{"type":"somethingElse"}${end}`);
    const before = await readFile(path);
    await expect(JournalFile.open(path, 0)).rejects.toMatchObject({ reason: 'newerVersion' });
    expect(await readFile(path)).toEqual(before);
  });

  it.each([
    ['a pin of a message that is not there', { type: 'pin', index: 99, pinned: true }],
    ['a call over messages that are not there', { type: 'call', historyLength: 9, inputTokens: 1, model: 'm' }],
    ['a text that has none', { type: 'message', message: { id: 'x', role: 'user', parts: [{ type: 'text' }] } }],
    ['a role that is none', { type: 'message', message: { id: 'x', role: 'robot', parts: [] } }],
  ])('says which line holds %s', async (_name, entry) => {
    const path = await journalWith(entries);
    await appendFile(path, `${JSON.stringify(entry)}\n`);
    await expect(readJournal(path)).rejects.toMatchObject({ reason: 'damaged', message: /^Line 7 / });
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

  it.each([
    ['long ago', -3_600_000],
    ['before the clock was put back', 3_600_000],
  ])('takes over the lock of a process that died %s', async (_when, offset) => {
    const path = await journalWith(entries);
    const time = new Date(Date.now() + offset);
    await mkdir(`${path}.lock`);
    await utimes(`${path}.lock`, time, time);
    const { journal } = await JournalFile.open(path);
    await journal.append([said('after')]);
    await journal.close();
    expect(await readJournal(path)).toEqual([...entries, said('after')]);
  });

  it('does not take a lock whose owner renews it, however far ahead its clock is', async () => {
    const path = await journalWith(entries);
    const ahead = Date.now() + 3_600_000;
    await mkdir(`${path}.lock`);
    let renewals = 0;
    const renew = async (): Promise<void> => {
      const time = new Date(ahead + (renewals += 1) * 1_500);
      await utimes(`${path}.lock`, time, time);
    };
    await renew();
    const timer = setInterval(() => void renew(), 1_500);
    await expect(JournalFile.open(path)).rejects.toMatchObject({ reason: 'locked' });
    clearInterval(timer);
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
    const list = Array.from({ length: 20 }, (_, index) => said(`m${index}`));
    await Promise.all(list.map((entry) => journal.append([entry])));
    await journal.close();
    expect(await readJournal(path)).toEqual([header, ...list]);
  });

  it('refuses to write once closed', async () => {
    const path = await journalWith([header]);
    const { journal } = await JournalFile.open(path, 0);
    await journal.close();
    await journal.close();
    await expect(journal.append([said('late')])).rejects.toMatchObject({ reason: 'closed' });
  });

  it('never makes a file by opening, and never overwrites one by creating', async () => {
    const path = await journalWith(entries);
    await expect(JournalFile.create(path, header)).rejects.toMatchObject({ cause: { code: 'EEXIST' } });
    await expect(JournalFile.open(`${path}.other`, 0)).rejects.toMatchObject({ reason: 'missing' });
    await expect(stat(`${path}.other`)).rejects.toMatchObject({ code: 'ENOENT' });
    await truncate(path, 0);
    expect(await readJournal(path)).toEqual([]);
  });
});

describe('a writer that was stopped', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Lets more time pass than a lock lives, without any of the process's timers having run. */
  function sleepLong(): void {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  }

  it('writes no more once another has taken over, and leaves the lock to the other', async () => {
    const path = await journalWith(entries);
    const { journal } = await JournalFile.open(path, 0);
    const lockPath = `${path}.lock`;
    await rmdir(lockPath);
    await mkdir(lockPath);
    await utimes(lockPath, new Date(1_000), new Date(1_000));
    sleepLong();
    await expect(journal.append([said('late')])).rejects.toMatchObject({ reason: 'lockLost' });
    await journal.close();
    expect(await readJournal(path)).toEqual(entries);
    expect((await stat(lockPath)).isDirectory()).toBe(true);
  });

  it('goes on when nobody has', async () => {
    const path = await journalWith(entries);
    const { journal } = await JournalFile.open(path, 0);
    sleepLong();
    await journal.append([said('late')]);
    await journal.close();
    expect(await readJournal(path)).toEqual([...entries, said('late')]);
  });

  it('does not write after what another program wrote', async () => {
    const path = await journalWith(entries);
    const { journal } = await JournalFile.open(path, 0);
    await appendFile(path, `${JSON.stringify(said('theirs'))}\n`);
    await expect(journal.append([said('ours')])).rejects.toMatchObject({ reason: 'changed' });
    await expect(journal.append([said('ours')])).rejects.toMatchObject({ reason: 'changed' });
    await journal.close();
    expect(await readJournal(path)).toEqual([...entries, said('theirs')]);
  });

  it('says so when its file is gone', async () => {
    const path = await journalWith(entries);
    const { journal } = await JournalFile.open(path, 0);
    await rm(path);
    await expect(journal.append([said('ours')])).rejects.toMatchObject({ reason: 'missing' });
    await journal.close();
  });
});
