import { join } from 'node:path';
import { execa } from 'execa';
import { ExactCounter } from '../src/engine/tokens/exactCounter';
import { bakedRanksPath, readBakedRanks } from '../src/models/bakedRanks';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { BarReport } from './bar';
import { medianOf, timed } from './measure';
import { startPublished } from './publishedTokenizer';
import { encodingFrom } from './tokensEncoding';

/** Starts of each side, every one in a process of its own. */
const RUNS = 7;

/** Makes the process one of those that start one side and print the milliseconds. */
const ONCE = 'once';

/**
 * `node scripts/run.mjs --bake-ranks bench/tokensStart.ts ENCODING`: how long a counter takes until it can count. A start
 * happens once in a process, with code that is not compiled yet, so each is timed in a process that does nothing else.
 */
export async function main(args: string[]): Promise<number> {
  const encoding = encodingFrom(args);
  const start = async (side: 'ours' | 'theirs'): Promise<number> => {
    const script = join(repositoryRoot, 'bench/tokensStart.ts');
    const run = [join(repositoryRoot, 'scripts/run.mjs'), script, encoding, ONCE, side];
    return Number((await execa(process.execPath, run)).stdout);
  };
  if (args[1] === ONCE) {
    const path = bakedRanksPath(join(repositoryRoot, 'dist/ranks'), encoding);
    const ours = async (): Promise<unknown> => new ExactCounter(await readBakedRanks(path)).countText('Ready.');
    const theirs = async (): Promise<unknown> => (await startPublished(encoding))('Ready.');
    process.stdout.write(String((await timed(args[2] === 'ours' ? ours : theirs)).milliseconds));
    return 0;
  }
  const bars = new BarReport();
  const times = { ours: [] as number[], theirs: [] as number[] };
  // In turn, so that other load strikes both alike.
  for (let run = 0; run < RUNS; run++) {
    times.ours.push(await start('ours'));
    times.theirs.push(await start('theirs'));
  }
  const [ours, theirs] = [medianOf(times.ours), medianOf(times.theirs)];
  const name = `5 ${encoding}: start, js-tiktoken / ours (${ours.toFixed(0)} ms)`;
  bars.report({ name, value: theirs / ours, unit: '×', limit: { atLeast: 20 } });
  return bars.exitCode;
}
