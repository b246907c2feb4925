import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { execa } from 'execa';
import { verdictOf } from '../bench/bar';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { build } from './build';
import { printLine } from './printLine';

/** What runs, in order: a file of `bench/` and what it is given. */
const suites: readonly (readonly [file: string, ...args: string[]])[] = [
  ['tokens', 'o200k_base'],
  ['tokens', 'cl100k_base'],
  ['tokensStart', 'o200k_base'],
  ['tokensStart', 'cl100k_base'],
  ['tokensSpeed', 'o200k_base'],
  ['tokensSpeed', 'cl100k_base'],
  ['hostBlock'],
  ['chatBlock'],
  ['enginePass'],
  ['engineFiring'],
  ['whatIf'],
  ['engineMemory'],
  ['readers'],
  ['largeFile'],
  ['following'],
  ['wire'],
  ['frames'],
  ['gateway'],
];

interface Outcome {
  met: number;
  readonly missed: string[];
  readonly unmeasured: string[];
}

/**
 * `npm run bench [-- SUITE…]`: every figure beside its bar; some minutes. Each suite runs in a process of its own, where
 * nothing of another is compiled or allocated. Returns 1 where a bar is missed, 2 where one could not be measured.
 */
export async function main(chosen: string[]): Promise<number> {
  const unknown = chosen.filter((name) => !suites.some(([file]) => file === name));
  if (unknown.length > 0) {
    printLine(`No suite ${unknown.join(', ')}; there are ${[...new Set(suites.map(([file]) => file))].join(', ')}.`);
    return 2;
  }
  // What is measured in pages and workers is the product as it is now.
  await build();
  const outcome: Outcome = { met: 0, missed: [], unmeasured: [] };
  for (const suite of suites) if (chosen.length === 0 || chosen.includes(suite[0])) await runSuite(suite, outcome);
  return summarize(outcome);
}

async function runSuite([file, ...args]: (typeof suites)[number], outcome: Outcome): Promise<void> {
  printLine(`── ${[file, ...args].join(' ')}`);
  const script = [join(repositoryRoot, 'scripts/run.mjs'), join(repositoryRoot, `bench/${file}.ts`), ...args];
  const run = execa(process.execPath, script, { stderr: 'inherit', reject: false, buffer: false });
  const missedBefore = outcome.missed.length + outcome.unmeasured.length;
  for await (const line of createInterface({ input: run.stdout })) {
    printLine(line);
    const verdict = verdictOf(line);
    if (verdict?.kind === 'met') outcome.met += 1;
    else if (verdict !== null) outcome[verdict.kind].push(verdict.text);
  }
  const { exitCode } = await run;
  // A suite that fails of itself says nothing of its bars.
  const isExplained = exitCode === 0 || outcome.missed.length + outcome.unmeasured.length > missedBefore;
  if (!isExplained) outcome.unmeasured.push(`the rest of ${file}: it failed`);
}

function summarize({ met, missed, unmeasured }: Outcome): number {
  printLine(`── ${met} bars met, ${missed.length} missed, ${unmeasured.length} not measured`);
  for (const text of missed) printLine(`   missed: ${text.replaceAll(/ {2,}/g, ' ')}`);
  for (const text of unmeasured) printLine(`   not measured: ${text}`);
  return missed.length > 0 ? 1 : unmeasured.length > 0 ? 2 : 0;
}
