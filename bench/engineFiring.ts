import { BarReport } from './bar';
import { filledLedger, fire, firingCounters } from './engineParts';
import { fastestInTurn } from './measure';
import { contextPeers } from './peers';
import { syntheticSession } from './syntheticSession';

const RUNS = 7;

/** `node scripts/run.mjs --bake-ranks bench/engineFiring.ts`: Layer 1 and 2 firing over a whole session at once. */
export async function main(): Promise<number> {
  const bars = new BarReport();
  const newCounter = await firingCounters();
  const firing = (size: number): (() => () => unknown) => {
    const messages = syntheticSession(size);
    return () => {
      const ledger = filledLedger(newCounter(), messages);
      return () => fire(ledger);
    };
  };
  const ours = await fastestInTurn(RUNS, { small: firing(500), middle: firing(5_000), large: firing(50_000) });
  const growth = { unit: '×', limit: { atMost: 12 } } as const;
  const { small, middle, large } = ours;
  bars.report({ name: '8 firing pass, time at 5 000 messages / at 500', value: middle / small, ...growth });
  bars.report({ name: '8 firing pass, time at 50 000 messages / at 5 000', value: large / middle, ...growth });

  const peerName = "8 firing pass at 5 000 messages, our time / deepagents'";
  const peers = await contextPeers();
  if (peers === null) {
    bars.unmeasured(peerName, 'deepagents is not there');
    return bars.exitCode;
  }
  const history = peers.toLangChain(syntheticSession(5_000));
  const triggerTokens = peers.countApproximately(history) / 2;
  const times = await fastestInTurn(RUNS, {
    ours: firing(5_000),
    theirs: () => () => peers.callWithDeepAgents(history, triggerTokens),
  });
  bars.report({ name: peerName, value: times.ours / times.theirs, unit: '×', limit: { atMost: 1 } });
  return bars.exitCode;
}
