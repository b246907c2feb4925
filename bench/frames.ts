import type { Browser, Page } from 'playwright-core';
import type { Message } from '../src/engine/message';
import { printLine } from '../scripts/printLine';
import { launchBrowser } from '../test/support/vscodeHost/launchBrowser';
import { BarReport } from './bar';
import { firstRows } from './firstRows';
import { benchSession, openInspector, type BenchSession } from './inspectorPage';
import { medianOf } from './measure';
import { emptyList, frameTimes, workOfFrames } from './scrolling';
import { syntheticSession } from './syntheticSession';

const MESSAGES = 50_000;

/** Until the first rows are drawn once the data is there, ms. */
const BAR_FIRST_ROWS = 500;
/** One frame at 60 a second, ms. */
const BAR_FRAME = 16.7;
/** A frame is told as the time since the one before, to a tenth of a millisecond: what is late by less is not late. */
const FRAME_TOLERANCE = 0.1;

const RUNS = 5;
const WORK_RUNS = 3;

/** Pixels a frame: a wheel turned fast, and the scroll bar dragged through the session. */
const speeds = { 'by the wheel': 120, 'by the scroll bar': 5_600 } as const;

/** Rows show a line of each message: the rest of a long result only takes time to count. */
function shortened(message: Message): Message {
  return message.role === 'tool'
    ? { ...message, parts: [{ type: 'text', text: '1\texport const value = 1;' }] }
    : message;
}

/** To a tenth, as precisely as frames are told. */
function percentile95(times: readonly number[]): number {
  const time = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
  return Math.round(10 * time) / 10;
}

function inWords(times: readonly number[]): string {
  return times.map((time) => time.toFixed(1)).join(', ');
}

async function reportFirstRows(report: BarReport, browser: Browser, session: BenchSession): Promise<void> {
  const waits: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { received, drawn } = await firstRows(browser, session);
    waits.push(drawn - received);
    const since = `${drawn.toFixed(0)} ms after navigation, scripts and the host's answers included`;
    printLine(`first rows drawn ${(drawn - received).toFixed(0)} ms after the page received them, ${since}`);
  }
  const limit = { atMost: BAR_FIRST_ROWS };
  report.report({ name: '12 first rows of 50 000', value: medianOf(waits), unit: 'ms', limit });
}

async function reportScrolling(
  report: BarReport,
  { inspector, empty }: { readonly inspector: Page; readonly empty: Page },
  [name, pixels]: readonly [name: string, pixels: number],
): Promise<void> {
  const frames: number[] = [];
  const emptyFrames: number[] = [];
  // In turn: what else the machine does strikes both.
  for (let run = 0; run < RUNS; run++) {
    emptyFrames.push(percentile95(await frameTimes(empty, pixels)));
    frames.push(percentile95(await frameTimes(inspector, pixels)));
  }
  const works: number[] = [];
  for (let run = 0; run < WORK_RUNS; run++) works.push(percentile95(await workOfFrames(inspector, pixels)));
  const emptyWork = percentile95(await workOfFrames(empty, pixels));
  printLine(
    `95th percentiles of frames, scrolled ${name}: ${inWords(frames)} ms; of an empty list: ${inWords(emptyFrames)} ms`,
  );
  printLine(`of the main thread's part in them: ${inWords(works)} ms; for an empty list: ${inWords([emptyWork])} ms`);
  const work = { name: `12 main thread's part of a frame, scrolled ${name}`, value: medianOf(works) };
  report.report({ ...work, unit: 'ms', limit: { atMost: BAR_FRAME } });
  // Other load on the machine only ever adds.
  const value = Math.min(...frames);
  const floor = Math.min(...emptyFrames);
  const bar = `12 95th percentile of frames, scrolled ${name}`;
  const atMost = BAR_FRAME + FRAME_TOLERANCE;
  // Where an empty page misses the bar, the machine does.
  if (value > atMost && floor > atMost)
    report.unmeasured(bar, `${inWords([value])} ms, an empty list ${inWords([floor])}`);
  else report.report({ name: bar, value, unit: 'ms', limit: { atMost } });
}

/** `node scripts/run.mjs bench/frames.ts`. Returns 1 where a bar is missed. */
export async function main(_args: readonly string[]): Promise<number> {
  const report = new BarReport();
  const browser = await launchBrowser();
  try {
    const session = await benchSession(syntheticSession(MESSAGES).map(shortened));
    await reportFirstRows(report, browser, session);
    const { page: inspector, quiet } = await openInspector(browser, session);
    await inspector.locator('.row .line').first().waitFor();
    await quiet();
    const height = await inspector.locator('.timeline-space').evaluate((element) => element.clientHeight);
    const empty = await emptyList(browser, height);
    for (const speed of Object.entries(speeds)) {
      await reportScrolling(report, { inspector, empty }, speed);
    }
  } finally {
    await browser.close();
  }
  return report.exitCode;
}
