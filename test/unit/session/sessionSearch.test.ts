import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/engine/journal';
import { journalLines } from '../../../src/session/journalLines';
import { hasWords, searchJournal } from '../../../src/session/sessionSearch';
import { header, said } from './support/journalEntries';
import { temporaryFolder } from './support/temporaryFolder';

async function search(entries: readonly JournalEntry[], words: string): Promise<string | null> {
  const path = join(await temporaryFolder(), 'journal.jsonl');
  await writeFile(path, journalLines([header, ...entries]));
  return searchJournal(path, words, new AbortController().signal);
}

describe('searchJournal', () => {
  it('finds what was said whatever its case, with the words around it in one line', async () => {
    const text = `${'Before. '.repeat(20)}\nThe Ümläut of\n\tthe day${' and after'.repeat(40)}`;
    expect(await search([said('other'), said(text)], 'ümläut OF')).toMatch(/^….*The Ümläut of the day and after.*…$/);
    expect(await search([said(text)], 'Umlaut')).toBeNull();
  });

  it('finds arguments of calls, and words that JSON escapes', async () => {
    const call: JournalEntry = {
      type: 'message',
      message: {
        id: 'a',
        role: 'assistant',
        parts: [{ type: 'toolCall', id: 'c', name: 'Bash', arguments: '{"command":"npm run build"}' }],
      },
    };
    expect(await search([call], 'npm run')).toBe('{"command":"npm run build"}');
    expect(await search([said(String.raw`C:\temp says "no" (twice)`)], String.raw`C:\temp says "NO" (`)).toContain(
      'temp',
    );
    expect(await search([said('a+b')], 'a.b')).toBeNull();
  });

  it('finds nothing in what was not said', async () => {
    expect(await search([said('hello')], 'role')).toBeNull();
    expect(await search([{ type: 'title', title: 'hello' }], 'hello')).toBeNull();
  });

  it('reads lines longer than it reads at a time, and passes over one too long to be text', async () => {
    expect(await search([said(`${'x'.repeat(300_000)} needle`)], 'needle')).toContain('needle');
    expect(await search([said(`${'x'.repeat(3_000_000)} needle`), said('a needle')], 'needle')).toBe('a needle');
  });

  it('ends when it is told to', async () => {
    const path = join(await temporaryFolder(), 'journal.jsonl');
    await writeFile(path, journalLines([header, said('hello')]));
    await expect(searchJournal(path, 'hello', AbortSignal.abort(new Error('enough')))).rejects.toThrow();
  });
});

describe('hasWords', () => {
  it('takes words as they are', () => {
    expect(hasWords('Fix the Build (again)', 'build (')).toBe(true);
    expect(hasWords('Fix the build', 'b.ild')).toBe(false);
  });
});
