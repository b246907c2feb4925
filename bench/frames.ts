import type { Browser, Page } from 'playwright-core';
import type { Message } from '../src/engine/message';
import { printLine } from '../scripts/printLine';
import { launchBrowser } from '../test/support/vscodeHost/launchBrowser';
import { BarReport } from './bar';
import { benchSession, openInspector, type BenchSession } from './inspectorPage';
import { medianOf } from './measure';
import { syntheticSession } from './syntheticSession';

const MESSAGES = 50_000;

/** Until the first rows are drawn once the data is there, ms. */
const BAR_FIRST_ROWS = 500;
/** One frame at 60 a second, ms. */
const BAR_FRAME = 16.7;
/** A frame is told as the time since the one before, to a tenth of a millisecond: what is late by less is not late. */
const FRAME_TOLERANCE = 0.1;

const RUNS = 5;

/** Frames of one scrolling. */
const FRAMES = 240;

/** Pixels a frame: a wheel turned fast, and the scroll bar dragged through the session. */
const speeds = { 'by the wheel': 120, 'by the scroll bar': 5_600 } as const;

/** Rows show a line of each message: the rest of a long result only takes time to count. */
function shortened(message: Message): Message {
  return message.role === 'tool'
    ? { ...message, parts: [{ type: 'text', text: '1\texport const value = 1;' }] }
    : message;
}

/** Milliseconds from the page's beginning to the first row drawn, scripts included. */
async function firstRows(browser: Browser, session: BenchSession): Promise<number> {
  const start = performance.now();
  const { page } = await openInspector(browser, session);
  await page.locator('.row .line').first().waitFor();
  const whole = performance.now() - start;
  const drawn = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => {
          resolve(performance.now());
        });
      }),
  );
  await page.close();
  printLine(`first rows ${drawn.toFixed(0)} ms after navigation, ${whole.toFixed(0)} ms with opening the page`);
  return drawn;
}

/** Times between frames while the list is scrolled from its middle, ms. */
function scrolled(page: Page, pixels: number): Promise<number[]> {
  return page.evaluate(
    ({ step, frames }) =>
      new Promise<number[]>((resolve, reject) => {
        const element = document.querySelector('.timeline-rows');
        if (element === null) {
          reject(new Error('There is no timeline.'));
          return;
        }
        element.scrollTop = element.scrollHeight / 3;
        const times: number[] = [];
        let last = 0;
        const frame = (now: number): void => {
          if (last > 0) times.push(now - last);
          last = now;
          if (times.length === frames) {
            resolve(times);
            return;
          }
          element.scrollTop += step;
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    { step: pixels, frames: FRAMES },
  );
}

function percentile95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}

/** The same of a page with nothing in it: where that misses the bar, the machine does, and says nothing of ours. */
async function idleFrames(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  await page.setContent('<div class="timeline-rows">nothing</div>');
  const times = await scrolled(page, 0);
  await page.close();
  return percentile95(times);
}

/** Main-thread milliseconds a frame of scrolling takes, waiting for a processor not counted. */
async function workOfFrame(page: Page, pixels: number): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const seconds = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await seconds();
  await scrolled(page, pixels);
  const work = (1_000 * ((await seconds()) - before)) / FRAMES;
  await client.detach();
  return work;
}

/** `node scripts/run.mjs bench/frames.ts`. Returns 1 where a bar is missed. */
export async function main(_args: readonly string[]): Promise<number> {
  const report = new BarReport();
  const browser = await launchBrowser();
  try {
    const session = await benchSession(syntheticSession(MESSAGES).map(shortened));
    const first: number[] = [];
    for (let run = 0; run < RUNS; run++) first.push(await firstRows(browser, session));
    const limit = { atMost: BAR_FIRST_ROWS };
    report.report({ name: '12 first rows of 50 000', value: medianOf(first), unit: 'ms', limit });
    const { page, quiet } = await openInspector(browser, session);
    await page.locator('.row .line').first().waitFor();
    await quiet();
    for (const [name, pixels] of Object.entries(speeds)) {
      const runs: number[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(percentile95(await scrolled(page, pixels)));
      printLine(`95th percentile of frames ${name}: ${runs.map((value) => value.toFixed(1)).join(', ')} ms`);
      printLine(`main thread ${(await workOfFrame(page, pixels)).toFixed(1)} ms a frame ${name}, on average`);
      const idle = await idleFrames(browser);
      const bar = `12 95th percentile of frames, scrolled ${name}`;
      // Other load on the machine only ever adds.
      const value = Math.min(...runs);
      const atMost = BAR_FRAME + FRAME_TOLERANCE;
      if (value > atMost && idle > atMost) report.unmeasured(bar, `an empty page needs ${idle.toFixed(1)} ms`);
      else report.report({ name: bar, value, unit: 'ms', limit: { atMost } });
    }
  } finally {
    await browser.close();
  }
  return report.exitCode;
}
