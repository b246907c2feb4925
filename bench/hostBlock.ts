import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineSettings } from '../src/config/engineSettings';
import { settings, type Settings } from '../src/config/settings';
import { createSessionWorker, type SessionWorker } from '../src/worker/client';
import { printLine } from '../scripts/printLine';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { BarReport } from './bar';
import { BlockMeter } from './blockMeter';

/** Longest time the extension host may be held up while a session of a million tokens is opened and counted, ms. */
const BAR_MILLISECONDS = 16;
const BAR_NAME = '4 longest block of the host thread while a session is opened and counted';

/** Messages of the session; with results of this size they make about a million tokens. */
const MESSAGES = 5_000;
const RESULT_LINES = 20;

/** A busy machine holds threads up too, which only ever adds: the quietest run counts. */
const RUNS = 3;

/** OpenAI chat messages: requests, calls and results that look like code. */
function syntheticSession(): unknown {
  const messages: unknown[] = [{ role: 'system', content: 'You are a coding agent.' }];
  for (let number = 0; messages.length < MESSAGES; number++) {
    if (number % 40 === 0) messages.push({ role: 'user', content: `Please look into module ${number}.` });
    const id = `call_${number}`;
    const path = `src/module${number}/index.ts`;
    const call = { id, type: 'function', function: { name: 'Read File', arguments: JSON.stringify({ path }) } };
    messages.push({ role: 'assistant', content: null, tool_calls: [call] });
    const line = (at: number): string =>
      `  const value${at} = compute(${number}, input[${at}]); // step ${number * at}`;
    const content = Array.from({ length: RESULT_LINES }, (_, at) => line(at)).join('\n');
    messages.push({ role: 'tool', tool_call_id: id, content });
  }
  return { messages };
}

function defaultSettings(): ReturnType<typeof engineSettings> {
  const defaults = Object.entries(settings).map(([key, definition]) => [key, definition.default]);
  return engineSettings(Object.fromEntries(defaults) as Settings);
}

/** What an inspector that is open does meanwhile: a snapshot and a page whenever it is told of a change. */
function followLikeAnInspector(worker: SessionWorker): { readonly failed: () => unknown } {
  const filter = { fates: [], roles: [], tools: [], text: '' };
  let failure: unknown = null;
  worker.on('changed', () => {
    Promise.all([worker.api.snapshot(), worker.api.rows({ filter, from: 0, count: 60 })]).catch((error: unknown) => {
      failure = error;
    });
  });
  return { failed: () => failure };
}

interface Run {
  /** Longest block while nothing was done, and while the session was opened, ms. */
  readonly idle: number;
  readonly longest: number;
  readonly summary: string;
}

async function openOnce(workerPath: string, path: string): Promise<Run> {
  const meter = new BlockMeter();
  await sleep(1_000);
  const idle = meter.take();
  const worker = createSessionWorker({
    workerPath,
    calibration: null,
    ranksFolder: join(repositoryRoot, 'dist/ranks'),
    onError: ({ message }) => {
      printLine(message);
    },
  });
  const inspector = followLikeAnInspector(worker);
  const start = performance.now();
  await worker.api.openTranscript({
    path,
    settings: defaultSettings(),
    model: 'gpt-4o',
    window: null,
    reserve: 16_000,
  });
  const opened = performance.now() - start;
  const snapshot = await worker.api.snapshot();
  const longest = meter.take();
  meter.stop();
  await worker.dispose();
  if (inspector.failed() !== null) throw new Error('Following the session failed.', { cause: inspector.failed() });
  const size = `${snapshot.messageCount} messages, ${snapshot.originalTokens} tokens (${snapshot.counted})`;
  return { idle, longest, summary: `${size}, opened in ${opened.toFixed(0)} ms` };
}

/** `node scripts/run.mjs --bake-ranks bench/hostBlock.ts`, after a build. */
export async function main(): Promise<number> {
  const bars = new BarReport();
  const workerPath = join(repositoryRoot, 'dist/worker.cjs');
  if (!existsSync(workerPath)) {
    bars.unmeasured(BAR_NAME, 'dist/worker.cjs is missing: run `npm run build` first');
    return bars.exitCode;
  }
  const folder = await mkdtemp(join(tmpdir(), 'strata-bench-'));
  const path = join(folder, 'session.json');
  await writeFile(path, JSON.stringify(syntheticSession()));
  let quietest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const { idle, longest, summary } = await openOnce(workerPath, path);
    printLine(`${summary}; longest block ${longest.toFixed(1)} ms (idle ${idle.toFixed(1)} ms)`);
    quietest = Math.min(quietest, longest);
  }
  await rm(folder, { recursive: true });
  bars.report({ name: BAR_NAME, value: quietest, unit: 'ms', limit: { atMost: BAR_MILLISECONDS } });
  return bars.exitCode;
}
