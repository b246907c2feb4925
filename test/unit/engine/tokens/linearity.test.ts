import { beforeAll, describe, expect, it } from 'vitest';
import { ExactCounter } from '../../../../src/engine/tokens/exactCounter';
import type { PackedRanks } from '../../../../src/engine/tokens/packedRanks';
import { RankTable } from '../../../../src/engine/tokens/rankTable';
import { loadEncodingRanks } from '../../../../src/models/encodingRanks';

/** Counts the look-ups, the step that merging repeats. */
class CountingRankTable extends RankTable {
  lookups = 0;

  override rankOfHashed(bytes: Uint8Array, start: number, end: number, hash: number): number {
    this.lookups++;
    return super.rankOfHashed(bytes, start, end, hash);
  }
}

describe('the work for an unbroken run', () => {
  let ranks: PackedRanks;

  beforeAll(async () => {
    ranks = await loadEncodingRanks('o200k_base');
  });

  function lookupsFor(work: (counter: ExactCounter, text: string) => unknown, text: string): number {
    const table = new CountingRankTable(ranks);
    work(new ExactCounter(table), text);
    return table.lookups;
  }

  const runs = ['a', '=', ' ', '\n', 'ACGT', '好', '😀', '\ud800', 'Zq', '1', 'é('];

  it.each(runs)('is linear in its length when counted: %j', (unit) => {
    const count = (counter: ExactCounter, text: string): number => counter.countText(text);
    const short = lookupsFor(count, unit.repeat(2000));
    const long = lookupsFor(count, unit.repeat(20_000));
    expect(long).toBeLessThanOrEqual(Math.max(short * 11, 10));
    expect(long).toBeLessThanOrEqual(20_000 * unit.length * 3 * 2);
  });

  it.each(['a', 'ACGT', 'Zq', '好'])('is done once for a long one, however often it is looked at: %j', (unit) => {
    const text = unit.repeat(20_000);
    const once = lookupsFor((counter) => counter.countText(text), text);
    const often = lookupsFor((counter) => {
      for (let time = 0; time < 5; time++) counter.countText(text);
      counter.prefixWithin(text, 200);
      counter.suffixWithin(text, 200);
    }, text);
    // Beside it, only what the ends cost by themselves.
    expect(often).toBeLessThanOrEqual(once + 30_000);
    expect(lookupsFor((counter) => counter.countText(`${text}b`), text)).toBeGreaterThan(0);
  });

  it('is not taken for that of another run of the same length', () => {
    const table = new RankTable(ranks);
    const counter = new ExactCounter(table);
    const texts = ['a', 'b', 'ab', 'Zq', '=', 'ACGT'].map((unit) => unit.repeat(20_000 / unit.length));
    const alone = texts.map((text) => new ExactCounter(table).countText(text));
    for (let time = 0; time < 2; time++) expect(texts.map((text) => counter.countText(text))).toEqual(alone);
  });

  it.each(runs)('is linear in its length when cut: %j', (unit) => {
    const cut = (counter: ExactCounter, text: string): unknown => [
      counter.prefixWithin(text, 10),
      counter.suffixWithin(text, 10),
    ];
    const short = lookupsFor(cut, unit.repeat(2000));
    const long = lookupsFor(cut, unit.repeat(20_000));
    expect(long).toBeLessThanOrEqual(Math.max(short * 11, 5000));
  });
});
