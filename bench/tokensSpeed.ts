import { join } from 'node:path';
import { ExactCounter } from '../src/engine/tokens/exactCounter';
import { bakedRanksPath, readBakedRanks } from '../src/models/bakedRanks';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { BarReport } from './bar';
import { fastestInTurn, scanBytes } from './measure';
import { peerTokenizers, type PeerTokenizer } from './peers';
import { startPublished } from './publishedTokenizer';
import { encodingFrom } from './tokensEncoding';
import { sessionMessages } from './tokensSession';

/** About a million tokens. */
const SESSION_CHARACTERS = 4_200_000;

const RUNS = 3;

/** How many times as long as ours each of the others takes at least. */
const PEER_BARS: Readonly<Record<PeerTokenizer['name'], number>> = {
  'tiktoken WASM': 5,
  'gpt-tokenizer': 2.5,
  'ai-tokenizer': 1.8,
};

/**
 * `node scripts/run.mjs --bake-ranks bench/tokensSpeed.ts ENCODING`: a session counted by ourselves and others, each with
 * compiled code and nothing cached.
 */
export async function main(args: string[]): Promise<number> {
  const encoding = encodingFrom(args);
  const bars = new BarReport();
  const table = await readBakedRanks(bakedRanksPath(join(repositoryRoot, 'dist/ranks'), encoding));
  const published = await startPublished(encoding);
  const peers = await peerTokenizers(encoding);
  const messages = await sessionMessages(SESSION_CHARACTERS);
  const sum = (count: (text: string) => number): number => messages.reduce((total, text) => total + count(text), 0);
  const start = (): ((text: string) => number) => {
    const counter = new ExactCounter(table);
    return (text) => counter.countText(text);
  };
  const tokens = sum(start());
  const session = `session of ${tokens} tokens`;
  const difference = Math.abs(tokens - sum(published));
  bars.report({ name: `1 ${encoding}: ${session}, difference`, value: difference, unit: '', limit: { atMost: 0 } });

  const fromStart = (begin: () => (text: string) => number) => (): (() => number) => {
    const count = begin();
    return () => sum(count);
  };
  const times = await fastestInTurn<string>(RUNS, {
    ours: fromStart(start),
    scan: () => () => scanBytes(messages),
    'js-tiktoken': fromStart(() => published),
    ...Object.fromEntries((peers ?? []).map((peer) => [peer.name, fromStart(peer.start)])),
  });
  const ours = times['ours'] ?? Number.NaN;
  const cold = `2 ${encoding}: ${session} cold`;
  const againstScan = ours / (times['scan'] ?? Number.NaN);
  bars.report({ name: `${cold}, ours / a scan of its bytes`, value: againstScan, unit: '×', limit: { atMost: 35 } });
  for (const [name, atLeast] of Object.entries({ 'js-tiktoken': 12, ...PEER_BARS })) {
    const time = times[name];
    if (time === undefined) bars.unmeasured(`${cold}, ${name}`, 'the package is not there');
    else bars.report({ name: `${cold}, ${name} / ours`, value: time / ours, unit: '×', limit: { atLeast } });
  }
  return bars.exitCode;
}
