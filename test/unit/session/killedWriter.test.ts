import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { JournalFile, readJournal } from '../../../src/session/journalFile';
import { repositoryRoot } from '../../support/repositoryRoot';
import { temporaryFolder } from './support/temporaryFolder';

const ROUNDS = 15;

let writer = '';

beforeAll(async () => {
  const outfile = join(repositoryRoot, 'dist/test/journalWriter.cjs');
  await build({
    entryPoints: [join(repositoryRoot, 'test/unit/session/support/journalWriter.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
  });
  writer = outfile;
});

/** Starts a writer and kills it after `entries` entries and some microseconds more. Gives what it was told last. */
async function writeAndDie(path: string, isNew: boolean, entries: number): Promise<number> {
  const child = spawn(process.execPath, [writer, path, isNew ? 'new' : 'again'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  let told = 0;
  let count = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    told = Number(line);
    count += 1;
    if (count >= entries) child.kill('SIGKILL');
  }
  await gone;
  return told;
}

/** The numbers of the entries a journal holds. */
async function numbersIn(path: string): Promise<readonly number[]> {
  const entries = await readJournal(path);
  return entries.flatMap((entry) => (entry.type === 'message' ? [Number(textOf(entry.message).split(' ')[0])] : []));
}

describe('a writer killed with SIGKILL', () => {
  it('leaves everything it was told is on the disk, each time it is killed', async () => {
    const path = join(await temporaryFolder(), 'journal.jsonl');
    for (let round = 0; round < ROUNDS; round += 1) {
      const told = await writeAndDie(path, round === 0, 1 + ((round * 5) % 23));
      const numbers = await numbersIn(path);
      expect(numbers).toEqual(numbers.map((_, index) => index));
      expect(numbers.length).toBeGreaterThanOrEqual(told);
      // As if the life of the dead one's lock had passed.
      await utimes(`${path}.lock`, new Date(1_000), new Date(1_000)).catch(() => undefined);
    }
    const { journal } = await JournalFile.open(path, 0);
    await journal.close();
  });
});
