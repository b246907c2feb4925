import { join } from 'node:path';
import type { EncodingName } from '../src/engine/tokens/encodingName';
import { estimateTokens } from '../src/engine/tokens/estimate';
import { ExactCounter } from '../src/engine/tokens/exactCounter';
import { ORDINARY_RATIOS } from '../src/engine/tokens/tokenRatios';
import { bakedRanksPath, readBakedRanks } from '../src/models/bakedRanks';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { estimateSamples } from '../test/unit/engine/tokens/estimateSamples';
import { BarReport } from './bar';
import { bytesInUse, fastest } from './measure';
import { encodingFrom } from './tokensEncoding';
import { mismatches } from './tokensFuzz';

const RUNS = 3;

const FUZZED_TEXTS = 40_000;
const FUZZ_SEED = 20_261_130;

const ranksFolder = join(repositoryRoot, 'dist/ranks');

/** Units of the unbroken runs that make a quadratic tokenizer slow. */
const runUnits = ['a', '=', ' ', '\n', 'ACGT', '好', '😀', '\ud800'];

/**
 * `node scripts/run.mjs --bake-ranks bench/tokens.ts ENCODING`: exact counts, linear time, memory, and the error of
 * estimates, each against js-tiktoken or ourselves.
 */
export async function main(args: string[]): Promise<number> {
  const encoding = encodingFrom(args);
  const bars = new BarReport();
  const memoryBefore = await bytesInUse();
  const counter = new ExactCounter(await readBakedRanks(bakedRanksPath(ranksFolder, encoding)));
  const memory = ((await bytesInUse()) - memoryBefore) / 1e6;
  bars.report({ name: `5 ${encoding}: memory`, value: memory, unit: 'MB', limit: { atMost: 15 } });
  benchRuns(encoding, counter, bars);
  if (encoding === 'o200k_base') benchEstimates(counter, bars);
  const differing = await mismatches(encoding, FUZZED_TEXTS, FUZZ_SEED);
  const name = `1 ${encoding}: mismatches in ${String(FUZZED_TEXTS)} random texts`;
  bars.report({ name, value: differing.length, unit: '', limit: { atMost: 0 } });
  return bars.exitCode;
}

function benchRuns(encoding: EncodingName, counter: ExactCounter, bars: BarReport): void {
  for (const unit of runUnits) {
    const run = (bytes: number): string => unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)));
    const short = fastest(RUNS, () => counter.countText(run(100_000)));
    const long = fastest(RUNS, () => counter.countText(run(1_000_000)));
    const name = `3 ${encoding}: run of ${JSON.stringify(unit)}, time of 1 MB / of 100 KB`;
    bars.report({ name, value: long / short, unit: '×', limit: { atMost: 20 } });
  }
}

function benchEstimates(exact: ExactCounter, bars: BarReport): void {
  for (const [kind, texts] of Object.entries(estimateSamples)) {
    const errors = texts.map((text) => Math.abs(estimateTokens(text, ORDINARY_RATIOS) / exact.countText(text) - 1));
    const value = (100 * errors.reduce((total, error) => total + error, 0)) / errors.length;
    bars.report({ name: `6 estimate, mean error: ${kind}`, value, unit: '%', limit: { atMost: 7 } });
  }
}
