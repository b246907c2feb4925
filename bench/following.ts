import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadCounter } from '../src/cli/modelCounter';
import { engineSettings } from '../src/config/engineSettings';
import { validateSettings } from '../src/config/validateSettings';
import { SessionDesk } from '../src/worker/sessionDesk';
import { BarReport } from './bar';
import { readerFiles } from './readerFiles';
import { syntheticSession } from './syntheticSession';

const MESSAGES = 20_000;
const APPENDS = 15;

/** The writer and the replay of the appended line come to rest, ms. */
const REST = 600;

/**
 * `node scripts/run.mjs bench/following.ts`: a session of 20 000 messages that is being written: from the moment a line is
 * appended until its message shows.
 */
export async function main(): Promise<number> {
  const bars = new BarReport();
  const folder = await mkdtemp(join(tmpdir(), 'strata-following-'));
  const path = join(folder, 'session.jsonl');
  const lines = readerFiles(syntheticSession(MESSAGES)).find(({ format }) => format === 'claude-code')?.lines ?? [];
  const first = lines.length - APPENDS;
  await writeFile(path, `${lines.slice(0, first).join('\n')}\n`);
  const counter = await loadCounter('gpt-4o');
  let onChange = (): void => undefined;
  const desk = new SessionDesk({
    counterFor: () => Promise.resolve(counter),
    observe: () => undefined,
    errorBandOf: () => 0,
    emit: (name) => {
      if (name === 'changed') onChange();
    },
  });
  const settings = engineSettings(validateSettings({}).settings);
  await desk.openTranscript({ path, settings, model: 'gpt-4o', window: null, reserve: 16_000 });
  const times: number[] = [];
  for (const line of lines.slice(first)) {
    const before = (await desk.snapshot()).messageCount;
    const shown = new Promise<void>((resolve) => {
      onChange = () =>
        void desk.snapshot().then(({ messageCount }) => {
          if (messageCount > before) resolve();
        });
    });
    const start = performance.now();
    await appendFile(path, `${line}\n`);
    await shown;
    times.push(performance.now() - start);
    await sleep(REST);
  }
  desk.close();
  await rm(folder, { recursive: true, force: true });
  const median = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY;
  bars.report({
    name: `13 a line appended to a file of ${String(MESSAGES)} messages, until it shows`,
    value: median,
    unit: 'ms',
    limit: { atMost: 200 },
  });
  return bars.exitCode;
}
