import { BarReport } from './bar';
import { exactCounter, GrowingSession } from './engineParts';
import { medianOf } from './measure';
import { contextPeers } from './peers';
import { syntheticSession } from './syntheticSession';

const SIZES = [500, 5_000, 50_000] as const;

/** Passes until the code is compiled, and passes that are timed. */
const WARM_UP = 300;
const ROUNDS = 300;

/** A count of 5 000 messages takes as long as many passes. */
const PEER_ROUNDS = 40;

/** `node scripts/run.mjs --bake-ranks bench/enginePass.ts`: the pass before a model call that triggers nothing. */
export async function main(): Promise<number> {
  const bars = new BarReport();
  const counter = await exactCounter();
  const sessions = SIZES.map((size) => new GrowingSession(counter, size, WARM_UP + ROUNDS));
  for (let round = 0; round < WARM_UP; round++) for (const session of sessions) session.grow();
  const times = sessions.map((): number[] => []);
  // The sizes take turns, so that other load strikes all of them alike.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, session] of sessions.entries()) times[at]?.push(milliseconds(() => session.grow()));
  }
  const [small = 0, middle = 0, large = 0] = times.map(medianOf);
  bars.report({
    name: '7 pass without trigger, time at 50 000 messages / at 500',
    value: large / small,
    unit: '×',
    limit: { atMost: 1.5 },
  });

  const peerName = "7 pass without trigger at 5 000 messages, LangChain's count / ours";
  const peers = await contextPeers();
  if (peers === null) {
    bars.unmeasured(peerName, 'LangChain is not there');
    return bars.exitCode;
  }
  const history = peers.toLangChain(syntheticSession(SIZES[1]));
  const theirs = Array.from({ length: PEER_ROUNDS }, () => milliseconds(() => peers.countApproximately(history)));
  bars.report({ name: peerName, value: medianOf(theirs) / middle, unit: '×', limit: { atLeast: 20 } });
  return bars.exitCode;
}

function milliseconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
