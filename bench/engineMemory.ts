import { bytesAllocated } from './allocations';
import { BarReport } from './bar';
import { exactCounter, GrowingSession } from './engineParts';
import { medianOf } from './measure';

/** Messages a round, as many at every size; a list that grows is copied once in a while, which the median leaves out. */
const ROUND = 50;
const ROUNDS = 9;

/** Until the code is compiled, which allocates less. */
const WARM_UP = 300;

/** `node scripts/run.mjs --bake-ranks bench/engineMemory.ts`: what a pass allocates, in a short and in a long session. */
export async function main(): Promise<number> {
  const bars = new BarReport();
  const counter = await exactCounter();
  const small = await bytesOfPass(new GrowingSession(counter, 500, WARM_UP + ROUND * ROUNDS));
  const large = await bytesOfPass(new GrowingSession(counter, 50_000, WARM_UP + ROUND * ROUNDS));
  bars.report({
    name: `10 pass of one more message (${(small / 1000).toFixed(1)} kB), bytes at 50 000 messages / at 500`,
    value: large / small,
    unit: '×',
    limit: { atMost: 1.5 },
  });
  return bars.exitCode;
}

/** Bytes that a message and its pass allocate. */
async function bytesOfPass(session: GrowingSession): Promise<number> {
  for (let step = 0; step < WARM_UP; step++) session.grow();
  const bytes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const allocated = await bytesAllocated(() => {
      for (let step = 0; step < ROUND; step++) session.grow();
    });
    bytes.push(allocated / ROUND);
  }
  return medianOf(bytes);
}
