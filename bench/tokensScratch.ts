import { exactCounter } from '../test/property/tokens/encodings';
import { fastest } from './tokensMeasure';
export async function main() {
  const counter = await exactCounter('o200k_base');
  for (const unit of ['a', '=', ' ', 'ACGT', '好', '😀']) {
    const run = (bytes: number): string => unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)));
    const short = fastest(5, () => counter.countText(run(100_000)));
    const long = fastest(3, () => counter.countText(run(1_000_000)));
    console.log(unit, short.toFixed(1), long.toFixed(1), (long / short).toFixed(2));
  }
}
