import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { journalLines } from '../../../src/session/journalLines';
import { journalMessageAt } from '../../../src/session/journalMessageAt';
import { header, said } from './support/journalEntries';
import { temporaryFolder } from './support/temporaryFolder';

describe('journalMessageAt', () => {
  it('counts the messages up to a line, and nothing else', async () => {
    const path = join(await temporaryFolder(), 'journal.jsonl');
    const entries = [header, said('first'), { type: 'title', title: 'x' }, said('second'), said('third')] as const;
    await writeFile(path, `${journalLines(entries)}{"type":"message","torn`);
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map((line) => journalMessageAt(path, line)))).toEqual([
      null,
      0,
      0,
      1,
      2,
      2,
    ]);
  });
});
