import type { EngineSettings } from '../src/engine/settings';
import { callBoundariesOf } from '../src/transcripts/callBoundaries';
import { ReplaySession } from '../src/worker/replaySession';
import { RunBook } from '../src/worker/whatIf/runBook';
import { BarReport } from './bar';
import { cachingCounter, defaultSettings } from './engineParts';
import { syntheticSession } from './syntheticSession';

const MESSAGES = 5_000;

/** A busy machine holds a run up, which only ever adds: the fastest counts. */
const RUNS = 15;

const LIMITS = { window: 128_000, reserve: 16_000 };

/** `node scripts/run.mjs --bake-ranks bench/whatIf.ts`: a session of 5 000 messages replayed under other thresholds. */
export async function main(): Promise<number> {
  const bars = new BarReport();
  const messages = syntheticSession(MESSAGES);
  const session = new ReplaySession({
    transcript: { format: 'strata', title: '', messages, callBoundaries: callBoundariesOf(messages), problems: [] },
    counter: await cachingCounter(),
    model: 'gpt-4o',
    limits: LIMITS,
    settings: defaultSettings(),
    errorBand: null,
    overrides: {},
    memory: '',
    onProgress: () => undefined,
  });
  // Counts every message and reads its facts.
  await session.replay();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    await session.configure(settingsOfRun(run));
    times.push(performance.now() - start);
  }
  const decisions = session.ledger.decisions.length;
  bars.report({
    name: `9 what-if over ${MESSAGES} messages with counts known (${decisions} decisions)`,
    value: Math.min(...times),
    unit: 'ms',
    limit: { atMost: 100 },
  });
  const book = new RunBook({ counterFor: () => Promise.reject(new Error('unused')), emit: () => undefined }, {});
  const compared: number[] = [];
  // The first one reads the facts of the history and runs the session as it is; a slider finds both known.
  for (let run = 0; run <= RUNS; run++) {
    const before = { settings: defaultSettings(), model: null, limits: null };
    const start = performance.now();
    await book.compare(session, { request: 'bench', before, after: { ...before, settings: settingsOfRun(run + 1) } });
    compared.push(performance.now() - start);
  }
  bars.report({
    name: `9 what-if beside now: fates, tokens, money, cache, facts (first time ${Math.round(compared[0] ?? 0)} ms)`,
    value: Math.min(...compared.slice(1)),
    unit: 'ms',
    limit: { atMost: 100 },
  });
  return bars.exitCode;
}

/** Another threshold at every run, as a slider that is moved gives them. */
function settingsOfRun(run: number): EngineSettings {
  const settings = defaultSettings();
  const preemptiveRatio = settings.layer2.preemptiveRatio + run / 1000;
  return { ...settings, layer2: { ...settings.layer2, preemptiveRatio } };
}
