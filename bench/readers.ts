import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printLine } from '../scripts/printLine';
import { readTranscript } from '../src/transcripts/registry';
import { agentFiles } from './agentFiles';
import { BarReport } from './bar';
import { fastestInTurn } from './measure';
import { readerFiles } from './readerFiles';
import { syntheticSession } from './syntheticSession';

/** Some 20 MB in each format. */
const MESSAGES = 30_000;

const RUNS = 7;

/**
 * `node scripts/run.mjs bench/readers.ts`: reading a session file, from the disk to its messages, against `JSON.parse` over
 * the lines of the same file. A session lies on the disk, and whoever parses its lines has to read, decode and part them
 * first; so the plainest way to do that is part of what the reader is measured against. The ratio to `JSON.parse` over
 * lines that are in memory already is printed below each bar.
 */
export async function main(): Promise<number> {
  const bars = new BarReport();
  const folder = await mkdtemp(join(tmpdir(), 'strata-bench-'));
  const path = join(folder, 'session.jsonl');
  const messages = syntheticSession(MESSAGES);
  for (const { format, name, lines } of [...readerFiles(messages), ...agentFiles(messages)]) {
    await writeFile(path, `${lines.join('\n')}\n`);
    const read = await readTranscript(path);
    if (read.format !== format || read.messages.length < MESSAGES) {
      throw new Error(`The ${name} file was read as ${read.format}, ${String(read.messages.length)} messages.`);
    }
    const { reader, parse, parseInMemory } = await fastestInTurn(RUNS, {
      reader: () => () => readTranscript(path),
      parse: () => () => linesOf(path).map((line) => JSON.parse(line) as unknown),
      parseInMemory: () => () => lines.map((line) => JSON.parse(line) as unknown),
    });
    bars.report({
      name: `13 reader of ${name}, its speed / that of JSON.parse`,
      value: parse / reader,
      unit: '×',
      limit: { atLeast: 0.5 },
    });
    printLine(`              without reading the lines: ${(parseInMemory / reader).toFixed(2)} ×`);
  }
  await rm(folder, { recursive: true });
  return bars.exitCode;
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}
