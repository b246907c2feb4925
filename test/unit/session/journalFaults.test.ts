import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/engine/journal';
import { JournalFile, readJournal } from '../../../src/session/journalFile';
import { journalLines } from '../../../src/session/journalLines';
import { anyJournal, header, said } from './support/journalEntries';
import { temporaryFolder } from './support/temporaryFolder';

const small: readonly JournalEntry[] = [
  header,
  said('plain'),
  said('émoji 👩‍👩‍👧 and 漢字'),
  { type: 'pin', index: 0, pinned: true },
  said('half a pair \ud83d and a line\nbreak', 'assistant'),
  { type: 'title', title: 'A "title" \\' },
];

/** What was whole in the first `length` bytes: an entry counts from its last byte on, its line feed may be missing. */
function wholeIn(entries: readonly JournalEntry[], length: number): readonly JournalEntry[] {
  let end = 0;
  const position = entries.findIndex((entry) => {
    end += Buffer.byteLength(journalLines([entry]));
    return length < end - 1;
  });
  return position === -1 ? entries : entries.slice(0, position);
}

/**
 * Lays the bytes down as a crash left them, opens the journal, writes on and reads all of it again: what was whole is
 * there, in order, and nothing is glued to anything.
 */
async function expectRecovery(path: string, bytes: Uint8Array, whole: readonly JournalEntry[]): Promise<void> {
  await writeFile(path, bytes);
  expect(await readJournal(path)).toEqual(whole);
  const { journal, entries } = await JournalFile.open(path, 0);
  expect(entries).toEqual(whole);
  const more = [said('after the crash'), said('and on', 'assistant')];
  await journal.append(more.slice(0, 1));
  await journal.append(more.slice(1));
  await journal.close();
  expect(await readJournal(path)).toEqual([...whole, ...more]);
  // Every line that a session wrote is a line of its own.
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.replaceAll('\0', '') !== '');
  expect(lines).toHaveLength(whole.length + more.length);
}

/** Disks take their time to confirm a write; journals side by side wait for it together. */
const LANES = 20;

async function inLanes(run: (path: string, lane: number) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder();
  await Promise.all(Array.from({ length: LANES }, (_, lane) => run(join(folder, `${String(lane)}.jsonl`), lane)));
}

describe('a journal after a crash', () => {
  it('is whole for every byte at which a small session was cut', async () => {
    const bytes = Buffer.from(journalLines(small));
    await inLanes(async (path, lane) => {
      for (let length = lane; length <= bytes.length; length += LANES) {
        await expectRecovery(path, bytes.subarray(0, length), wholeIn(small, length));
      }
    });
  });

  it('is whole for 1000 cuts of sessions of any kind, with what a file system may leave behind the cut', async () => {
    const leftover = fc.oneof(
      fc.constant(Buffer.alloc(0)),
      fc.integer({ min: 1, max: 4096 }).map((length) => Buffer.alloc(length)),
      // The first bytes of a character of four.
      fc.integer({ min: 1, max: 3 }).map((length) => Buffer.from('👧').subarray(0, length)),
    );
    await inLanes(async (path) => {
      const recovers = fc.asyncProperty(
        anyJournal,
        fc.double({ min: 0, max: 1, noNaN: true }),
        leftover,
        async (...parts) => {
          const [entries, share, left] = parts;
          const bytes = Buffer.from(journalLines(entries));
          const length = Math.round(bytes.length * share);
          // Half a character behind an entry that only lacks its line feed makes it unreadable; no crash does that, as an
          // entry and its line feed are written together.
          fc.pre(bytes[length] !== 0x0a || left.every((byte) => byte === 0));
          await expectRecovery(path, Buffer.concat([bytes.subarray(0, length), left]), wholeIn(entries, length));
        },
      );
      await fc.assert(recovers, { numRuns: 1000 / LANES });
    });
  });
});
