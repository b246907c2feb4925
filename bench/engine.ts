import { createHash } from 'node:crypto';
import { planBeforeCall } from '../src/engine/cascade';
import type { CascadeOptions } from '../src/engine/cascade';
import { sightingsOf } from '../src/engine/layer3/factKinds';
import { ContextLedger } from '../src/engine/ledger';
import { MemoryArchive } from '../src/engine/memoryArchive';
import type { Message } from '../src/engine/message';
import { MessageCounter } from '../src/engine/messageCounter';
import { limitsFor } from '../src/engine/settings';
import { createExactCounter } from '../src/engine/tokens/counter';
import { bakedRanksPath, readBakedRanks } from '../src/models/bakedRanks';
import { engineSettings } from '../src/config/engineSettings';
import { validateSettings } from '../src/config/validateSettings';
import { syntheticSession } from './syntheticSession';

/** The pass before each model call, against the bars of the performance notes: ratios within one run only. */

const SIZES = [500, 5_000, 50_000] as const;
const REPEATS = 200;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function options(window: number): CascadeOptions {
  let id = 0;
  return {
    settings: engineSettings(validateSettings({}).settings),
    limits: limitsFor(window, 16_000),
    archive: new MemoryArchive((content) => createHash('sha256').update(content).digest('hex')),
    nextDecisionId: () => String((id += 1)),
  };
}

/** Milliseconds of one more message and the pass that triggers nothing. */
function incremental(ledger: ContextLedger, message: Message): number {
  const passOptions = options(1_000_000_000);
  planBeforeCall(ledger, passOptions);
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const next = { ...message, id: `extra-${String(repeat)}` };
    const started = performance.now();
    ledger.append(next);
    sightingsOf(next);
    planBeforeCall(ledger, passOptions);
    times.push(performance.now() - started);
  }
  return median(times);
}

/** Milliseconds of Layer 1 and 2 firing over the whole session at once. */
function firing(messages: readonly Message[], counter: MessageCounter): number {
  const times: number[] = [];
  for (let repeat = 0; repeat < 5; repeat += 1) {
    const ledger = new ContextLedger(counter);
    for (const message of messages) {
      ledger.append(message);
      // As the worker does: facts are read when a message comes, like its tokens.
      sightingsOf(message);
    }
    const passOptions = options(Math.floor(ledger.totalTokens / 2));
    const started = performance.now();
    planBeforeCall(ledger, passOptions);
    times.push(performance.now() - started);
  }
  return median(times);
}

function report(name: string, ratio: number, bar: number): boolean {
  const isMet = ratio <= bar;
  console.log(`${isMet ? 'ok  ' : 'MISS'} ${name}: ${ratio.toFixed(2)} (bar ${String(bar)})`);
  return isMet;
}

export async function main(): Promise<number> {
  const counter = new MessageCounter(
    createExactCounter(await readBakedRanks(bakedRanksPath('dist/ranks', 'o200k_base'))),
  );
  const passes: number[] = [];
  const firings: number[] = [];
  for (const size of SIZES) {
    const messages = syntheticSession(size);
    const ledger = new ContextLedger(counter);
    for (const message of messages) ledger.append(message);
    const last = messages.at(-1);
    if (last === undefined) continue;
    passes.push(incremental(ledger, last));
    firings.push(firing(messages, counter));
    console.log(
      `${String(size)} messages: pass ${passes.at(-1)?.toFixed(4) ?? ''} ms, firing ${firings.at(-1)?.toFixed(1) ?? ''} ms`,
    );
  }
  const [pass500 = 1, , pass50000 = 1] = passes;
  const [firing500 = 1, firing5000 = 1, firing50000 = 1] = firings;
  const met = [
    report('7. pass without trigger, 50 000 to 500 messages', pass50000 / pass500, 1.5),
    report('8. growth of a firing pass, 5 000 to 500 messages', firing5000 / firing500, 12),
    report('8. growth of a firing pass, 50 000 to 5 000 messages', firing50000 / firing5000, 12),
  ];
  return met.every(Boolean) ? 0 : 1;
}
