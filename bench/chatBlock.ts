import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineSettings } from '../src/config/engineSettings';
import { settings, type Settings } from '../src/config/settings';
import type { JournalEntry } from '../src/engine/journal';
import { JournalFold } from '../src/engine/journalFold';
import { MessageCounter } from '../src/engine/messageCounter';
import { foldInSlices } from '../src/session/foldInSlices';
import { lengthCounter } from '../src/session/lengthCounter';
import { SessionRecord } from '../src/session/sessionRecord';
import { SessionStore } from '../src/session/sessionStore';
import { searchFiles } from '../src/transcripts/search/searchFiles';
import { storedTimeline } from '../src/views/storedTimeline';
import { createSessionWorker } from '../src/worker/client';
import { WorkerPlanner } from '../src/worker/workerPlanner';
import { printLine } from '../scripts/printLine';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { BarReport } from './bar';
import { BlockMeter } from './blockMeter';

/** Longest time the extension host may be held up while a session is opened in the chat or searched, ms. */
const BAR_MILLISECONDS = 16;
const BAR_NAME = '4 longest block of the host thread while 10 000 messages are opened in the chat';

const MESSAGES = 10_000;
const RESULT_LINES = 20;

/** A restore makes the context anew; a session that was worked on has some. */
const MESSAGES_A_RESTORE = 500;

/** A busy machine holds threads up too, which only ever adds: the quietest run counts. */
const RUNS = 5;

/** Entries of a day's work: requests, calls, results, and messages put back. */
function entriesOfDay(): readonly JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (let number = 0; number * 2 < MESSAGES; number++) {
    const path = `src/module${number}/index.ts`;
    const id = `call-${number}`;
    const toolCall = { type: 'toolCall', id, name: 'Read File', arguments: JSON.stringify({ path }) } as const;
    entries.push(
      number % 40 === 0
        ? {
            type: 'message',
            message: { id: `u${number}`, role: 'user', parts: [{ type: 'text', text: `Look into ${path}` }] },
          }
        : { type: 'message', message: { id: `a${number}`, role: 'assistant', parts: [toolCall] } },
    );
    const line = (at: number): string =>
      `  const value${at} = compute(${number}, input[${at}]); // step ${number * at}`;
    const text = Array.from({ length: RESULT_LINES }, (_, at) => line(at)).join('\n');
    entries.push({
      type: 'message',
      message: {
        id: `t${number}`,
        role: 'tool',
        toolCallId: id,
        toolName: 'Read File',
        parts: [{ type: 'text', text }],
      },
    });
    if (number > 0 && (number * 2) % MESSAGES_A_RESTORE === 0) entries.push({ type: 'restore', index: number });
  }
  return entries;
}

type Blocks = Readonly<Record<'idle' | 'read' | 'fold' | 'chat' | 'load' | 'search' | 'restore', number>>;

/** What the extension does when a session is opened in the chat, step by step. */
async function openOnce(workerPath: string, store: SessionStore, id: string): Promise<Blocks> {
  const meter = new BlockMeter();
  await sleep(500);
  const idle = meter.take();
  const start = performance.now();
  const { journal, archive: _archive, entries } = await store.open(id);
  const read = meter.take();
  const fold = new JournalFold(new MessageCounter(lengthCounter));
  await foldInSlices(fold, entries);
  const folded = meter.take();
  const timeline = await storedTimeline(entries);
  const chat = meter.take();
  const shown = performance.now() - start;
  const worker = createSessionWorker({
    workerPath,
    calibration: null,
    ranksFolder: join(repositoryRoot, 'dist/ranks'),
    onError: ({ message }) => {
      printLine(message);
    },
  });
  const defaults = Object.entries(settings).map(([key, definition]) => [key, definition.default]);
  await worker.api.openLive({ settings: engineSettings(Object.fromEntries(defaults) as Settings) });
  const record = new SessionRecord(fold, journal, new WorkerPlanner(worker), () => undefined);
  record.load(entries);
  await record.loaded();
  const load = meter.take();
  const loaded = performance.now() - start;
  const { signal } = new AbortController();
  // Without ripgrep, which would take the work to another process.
  const hits = searchFiles([store.journalPath(id)], 'nowhere to be found', { ripgrep: null, signal });
  for await (const hit of hits) throw new Error(`found in line ${String(hit.line)}`);
  const search = meter.take();
  await record.commit([{ type: 'restore', index: 11 }]);
  const restore = meter.take();
  meter.stop();
  await journal.close();
  await worker.dispose();
  printLine(
    `${timeline.historyLength} messages, in the chat after ${shown.toFixed(0)} ms, counted after ${loaded.toFixed(0)} ms`,
  );
  return { idle, read, fold: folded, chat, load, search, restore };
}

/** `node scripts/run.mjs --bake-ranks bench/chatBlock.ts`, after a build. */
export async function main(): Promise<number> {
  const bars = new BarReport();
  const workerPath = join(repositoryRoot, 'dist/worker.cjs');
  if (!existsSync(workerPath)) {
    bars.unmeasured(BAR_NAME, 'dist/worker.cjs is missing: run `npm run build` first');
    return bars.exitCode;
  }
  const folder = await mkdtemp(join(tmpdir(), 'strata-bench-'));
  const store = new SessionStore(folder);
  const facts = { provider: 'openai', model: 'gpt-4o', window: 2_000_000, reserve: 16_000 };
  const { id, journal } = await store.create(facts, Date.now());
  await journal.append(entriesOfDay());
  await journal.close();
  let quietest: Blocks | null = null;
  for (let run = 0; run < RUNS; run++) {
    const blocks = await openOnce(workerPath, store, id);
    printLine(
      Object.entries(blocks)
        .map(([step, block]) => `${step} ${block.toFixed(1)} ms`)
        .join(', '),
    );
    quietest = quietest === null ? blocks : leastOf(quietest, blocks);
  }
  await rm(folder, { recursive: true });
  const { idle: _idle, ...steps } = quietest ?? { idle: 0 };
  const longest = Math.max(...Object.values(steps));
  bars.report({ name: BAR_NAME, value: longest, unit: 'ms', limit: { atMost: BAR_MILLISECONDS } });
  return bars.exitCode;
}

/** The quieter of two runs, step by step. */
function leastOf(one: Blocks, other: Blocks): Blocks {
  const steps = Object.keys(one) as (keyof Blocks)[];
  return Object.fromEntries(steps.map((step) => [step, Math.min(one[step], other[step])])) as Blocks;
}
