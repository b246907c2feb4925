import fc from 'fast-check';
import { printLine } from '../scripts/printLine';
import type { EncodingName } from '../src/engine/tokens/encodingName';
import { encodingNames, exactCounter, oracle } from '../test/property/tokens/encodings';
import { trickyText } from '../test/property/tokens/trickyText';

/** Texts out of `count` that we and js-tiktoken count differently. */
export async function mismatches(encoding: EncodingName, count: number, seed: number): Promise<string[]> {
  const counter = await exactCounter(encoding);
  const expected = oracle(encoding);
  return fc.sample(trickyText, { numRuns: count, seed }).filter((text) => counter.countText(text) !== expected(text));
}

/** `node scripts/run.mjs bench/tokensFuzz.ts [COUNT [SEED]]`: compares counts over random texts, in both encodings. */
export async function main([count = '40000', seed = String(Date.now())]: string[]): Promise<number> {
  let found = 0;
  for (const encoding of encodingNames) {
    const texts = await mismatches(encoding, Number(count), Number(seed));
    printLine(`${encoding}: ${String(texts.length)} mismatches in ${count} texts, seed ${seed}`);
    for (const text of texts.slice(0, 5)) printLine(`  ${JSON.stringify(text)}`);
    found += texts.length;
  }
  return found === 0 ? 0 : 1;
}
