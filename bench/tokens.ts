import { join } from 'node:path';
import { execa } from 'execa';
import { bakeRanks } from '../scripts/bakeRanks';
import type { EncodingName } from '../src/engine/tokens/encodingName';
import { estimateTokens } from '../src/engine/tokens/estimate';
import { ExactCounter } from '../src/engine/tokens/exactCounter';
import type { RankTable } from '../src/engine/tokens/rankTable';
import { ORDINARY_RATIOS } from '../src/engine/tokens/tokenRatios';
import { bakedRanksPath, readBakedRanks } from '../src/models/bakedRanks';
import { encodingNames } from '../test/property/tokens/encodings';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { estimateSamples } from '../test/unit/engine/tokens/estimateSamples';
import { type Bar, reportBar } from './tokensBar';
import { mismatches } from './tokensFuzz';
import { bytesInUse, fastest, scanBytes, timed } from './tokensMeasure';
import { sessionMessages } from './tokensSession';

/** About a million tokens. */
const SESSION_CHARACTERS = 4_200_000;

const RUNS = 3;

const FUZZED_TEXTS = 40_000;
const FUZZ_SEED = 20_261_130;

const ranksFolder = join(repositoryRoot, 'dist/ranks');

/** Units of the unbroken runs that make a quadratic tokenizer slow. */
const runUnits = ['a', '=', ' ', '\n', 'ACGT', '好', '😀', '\ud800'];

/**
 * `node scripts/run.mjs bench/tokens.ts`: the bars of token counting, as ratios to js-tiktoken or to ourselves
 * in the same run. Each encoding runs in a process of its own, where nothing is compiled or allocated yet.
 * Exits with 1 when a bar is missed.
 */
export async function main([only]: string[]): Promise<number> {
  const encoding = encodingNames.find((name) => name === only);
  if (encoding !== undefined) return (await benchEncoding(encoding)) ? 0 : 1;
  await bakeRanks(ranksFolder);
  let exitCode = 0;
  for (const name of encodingNames) {
    const args = [join(repositoryRoot, 'scripts/run.mjs'), join(repositoryRoot, 'bench/tokens.ts'), name];
    const run = await execa(process.execPath, args, { stdio: 'inherit', reject: false });
    if (run.exitCode !== 0) exitCode = 1;
  }
  return exitCode;
}

/** Reports every bar for the encoding, and says whether all are met. */
async function benchEncoding(encoding: EncodingName): Promise<boolean> {
  const results: boolean[] = [];
  const report = (bar: Bar): void => void results.push(reportBar(bar));
  const path = bakedRanksPath(ranksFolder, encoding);
  const published = await benchStart(encoding, path, report);
  const memoryBefore = await bytesInUse();
  const table = await readBakedRanks(path);
  const counter = new ExactCounter(table);
  const memory = ((await bytesInUse()) - memoryBefore) / 1e6;
  report({ name: `5 ${encoding}: memory`, value: memory, unit: 'MB', limit: { atMost: 15 } });
  await benchSession(encoding, table, published, report);
  benchRuns(encoding, counter, report);
  if (encoding === 'o200k_base') benchEstimates(counter, report);
  const differing = await mismatches(encoding, FUZZED_TEXTS, FUZZ_SEED);
  const name = `1 ${encoding}: mismatches in ${String(FUZZED_TEXTS)} random texts`;
  report({ name, value: differing.length, unit: '', limit: { atMost: 0 } });
  return results.every(Boolean);
}

/** Starts both once, so with code that is not compiled yet, and returns js-tiktoken. */
async function benchStart(
  encoding: EncodingName,
  path: string,
  report: (bar: Bar) => void,
): Promise<(text: string) => number> {
  const ours = await timed(async () => new ExactCounter(await readBakedRanks(path)));
  const theirs = await timed(() => startPublished(encoding));
  const value = theirs.milliseconds / ours.milliseconds;
  report({ name: `5 ${encoding}: start, js-tiktoken's time / ours`, value, unit: '×', limit: { atLeast: 20 } });
  return theirs.result;
}

/** Imported here, because the import is part of its start. */
async function startPublished(encoding: EncodingName): Promise<(text: string) => number> {
  const { Tiktoken } = await import('js-tiktoken/lite');
  const ranks =
    encoding === 'o200k_base'
      ? await import('js-tiktoken/ranks/o200k_base')
      : await import('js-tiktoken/ranks/cl100k_base');
  const tokenizer = new Tiktoken(ranks.default);
  return (text) => tokenizer.encode(text, [], []).length;
}

/** Each run of ours has a counter of its own, whose cache has seen nothing. */
async function benchSession(
  encoding: EncodingName,
  table: RankTable,
  published: (text: string) => number,
  report: (bar: Bar) => void,
): Promise<void> {
  const messages = await sessionMessages(SESSION_CHARACTERS);
  const sum = (count: (text: string) => number): number => messages.reduce((total, text) => total + count(text), 0);
  const countOurs = (): number => {
    const counter = new ExactCounter(table);
    return sum((text) => counter.countText(text));
  };
  const difference = Math.abs(countOurs() - sum(published));
  const session = `session of ${String(countOurs())} tokens`;
  const scan = fastest(RUNS, () => scanBytes(messages));
  const ours = fastest(RUNS, countOurs);
  const theirs = fastest(1, () => sum(published));
  report({ name: `1 ${encoding}: ${session}, difference`, value: difference, unit: '', limit: { atMost: 0 } });
  report({
    name: `2 ${encoding}: ${session} cold, js-tiktoken's time / ours`,
    value: theirs / ours,
    unit: '×',
    limit: { atLeast: 12 },
  });
  report({
    name: `2 ${encoding}: ${session} cold, our time / a scan of its bytes`,
    value: ours / scan,
    unit: '×',
    limit: { atMost: 35 },
  });
}

function benchRuns(encoding: EncodingName, counter: ExactCounter, report: (bar: Bar) => void): void {
  for (const unit of runUnits) {
    const run = (bytes: number): string => unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)));
    const short = fastest(RUNS, () => counter.countText(run(100_000)));
    const long = fastest(RUNS, () => counter.countText(run(1_000_000)));
    const name = `3 ${encoding}: run of ${JSON.stringify(unit)}, time of 1 MB / of 100 KB`;
    report({ name, value: long / short, unit: '×', limit: { atMost: 20 } });
  }
}

function benchEstimates(exact: ExactCounter, report: (bar: Bar) => void): void {
  for (const [kind, texts] of Object.entries(estimateSamples)) {
    const errors = texts.map((text) => Math.abs(estimateTokens(text, ORDINARY_RATIOS) / exact.countText(text) - 1));
    const value = (100 * errors.reduce((total, error) => total + error, 0)) / errors.length;
    report({ name: `6 estimate, mean error: ${kind}`, value, unit: '%', limit: { atMost: 7 } });
  }
}
