import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bakeRanks } from '../scripts/bakeRanks';
import type { EncodingName } from '../src/engine/tokens/encodingName';
import { estimateTokens } from '../src/engine/tokens/estimate';
import { ExactCounter } from '../src/engine/tokens/exactCounter';
import { ORDINARY_RATIOS } from '../src/engine/tokens/tokenRatios';
import { bakedRanksPath, readBakedRanks } from '../src/models/bakedRanks';
import { encodingNames } from '../test/property/tokens/encodings';
import { estimateSamples } from '../test/unit/engine/tokens/estimateSamples';
import { type Bar, reportBar } from './tokensBar';
import { mismatches } from './tokensFuzz';
import { bytesInUse, fastest, scanBytes, timed } from './tokensMeasure';
import { sessionMessages } from './tokensSession';

/** About a million tokens. */
const SESSION_CHARACTERS = 4_200_000;

const FUZZ_SEED = 20_261_130;

/** Units of the unbroken runs that make a quadratic tokenizer slow. */
const runUnits = ['a', '=', ' ', '\n', 'ACGT', '好', '😀', '\ud800'];

/**
 * `node scripts/run.mjs bench/tokens.ts [FUZZED_TEXTS]`: the bars of token counting, as ratios to js-tiktoken or to
 * ourselves in the same run. Exits with 1 when one is missed.
 */
export async function main([fuzzedTexts = '40000']: string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-bench-'));
  const results: boolean[] = [];
  const report = (bar: Bar): void => void results.push(reportBar(bar));
  try {
    await bakeRanks(folder);
    for (const encoding of encodingNames) {
      const path = bakedRanksPath(folder, encoding);
      const published = await benchStart(encoding, path, report);
      const memoryBefore = bytesInUse();
      const counter = new ExactCounter(await readBakedRanks(path));
      const memory = (bytesInUse() - memoryBefore) / 1e6;
      report({ name: `5 ${encoding}: memory`, value: memory, unit: 'MB', limit: { atMost: 15 } });
      await benchSession(encoding, counter, published, report);
      benchRuns(encoding, counter, report);
      if (encoding === 'o200k_base') benchEstimates(counter, report);
      const differing = await mismatches(encoding, Number(fuzzedTexts), FUZZ_SEED);
      const name = `1 ${encoding}: mismatches in ${fuzzedTexts} random texts`;
      report({ name, value: differing.length, unit: '', limit: { atMost: 0 } });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return results.every(Boolean) ? 0 : 1;
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

async function benchSession(
  encoding: EncodingName,
  counter: ExactCounter,
  published: (text: string) => number,
  report: (bar: Bar) => void,
): Promise<void> {
  const messages = await sessionMessages(SESSION_CHARACTERS);
  const sum = (count: (text: string) => number): number => messages.reduce((total, text) => total + count(text), 0);
  const scan = await timed(() => scanBytes(messages));
  const ours = await timed(() => sum((text) => counter.countText(text)));
  const theirs = await timed(() => sum(published));
  const session = `session of ${String(theirs.result)} tokens`;
  report({
    name: `1 ${encoding}: ${session}, difference`,
    value: Math.abs(ours.result - theirs.result),
    unit: '',
    limit: { atMost: 0 },
  });
  report({
    name: `2 ${encoding}: ${session} cold, js-tiktoken's time / ours`,
    value: theirs.milliseconds / ours.milliseconds,
    unit: '×',
    limit: { atLeast: 12 },
  });
  report({
    name: `2 ${encoding}: ${session} cold, our time / a scan of its bytes`,
    value: ours.milliseconds / scan.milliseconds,
    unit: '×',
    limit: { atMost: 35 },
  });
}

function benchRuns(encoding: EncodingName, counter: ExactCounter, report: (bar: Bar) => void): void {
  for (const unit of runUnits) {
    const run = (bytes: number): string => unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)));
    const short = fastest(5, () => counter.countText(run(100_000)));
    const long = fastest(2, () => counter.countText(run(1_000_000)));
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
