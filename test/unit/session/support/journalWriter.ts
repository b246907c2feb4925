import { JournalFile } from '../../../../src/session/journalFile';
import { header, said } from './journalEntries';

/**
 * A process of its own that writes a journal until somebody kills it. It prints how many entries are on the disk each time
 * it has been told that they are; each entry's text is its own number.
 */
async function main(): Promise<void> {
  const [path = '', isNew = ''] = process.argv.slice(2);
  let written = 0;
  let journal: JournalFile;
  if (isNew === 'new') {
    journal = await JournalFile.create(path, header);
  } else {
    const opened = await JournalFile.open(path, 0);
    journal = opened.journal;
    written = opened.entries.length - 1;
  }
  for (;;) {
    // Of very different lengths, and sometimes several at once.
    const batch = Array.from({ length: 1 + (written % 3) }, (_, at) =>
      said(`${String(written + at)} ${'é'.repeat(((written + at) * 7919) % 20_000)}`),
    );
    await journal.append(batch);
    written += batch.length;
    process.stdout.write(`${String(written)}\n`);
  }
}

void main();
