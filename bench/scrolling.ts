import type { Browser, CDPSession, Page } from 'playwright-core';

/** Frames of one scrolling. */
const FRAMES = 240;

/** Of a trace: times are microseconds, `tdur` those on the processor. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const TASK = 'RunTask';
const FRAME_TASK = 'FireAnimationFrame';

/**
 * Milliseconds that the page's main thread computes for each frame while its list is scrolled: script, style, layout and
 * paint; waiting for a processor not counted, tracing is.
 */
export async function workOfFrames(page: Page, pixels: number): Promise<number[]> {
  const client = await page.context().newCDPSession(page);
  const stopTracing = await startTracing(client);
  await frameTimes(page, pixels);
  const events = await stopTracing();
  await client.detach();
  return workByFrame(events);
}

/** A page with an equally high list of nothing: what the machine takes for any page. */
export async function emptyList(browser: Browser, height: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  const list = 'height: 600px; overflow-y: auto; background: #fff';
  await page.setContent(
    `<div class="timeline-rows" style="${list}"><div style="height: ${String(height)}px"></div></div>`,
  );
  return page;
}

/** Milliseconds from frame to frame while the list of a page is scrolled from its first third, by so many pixels each. */
export function frameTimes(page: Page, pixels: number): Promise<number[]> {
  return page.evaluate(
    ({ step, count }) =>
      new Promise<number[]>((resolve, reject) => {
        const element = document.querySelector('.timeline-rows');
        if (element === null) {
          reject(new Error('There is no timeline.'));
          return;
        }
        let top = Math.round(element.scrollHeight / 3);
        element.scrollTop = top;
        const times: number[] = [];
        let last = 0;
        const frame = (now: number): void => {
          if (last > 0) times.push(now - last);
          last = now;
          if (times.length === count) {
            resolve(times);
            return;
          }
          top += step;
          element.scrollTop = top;
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    { step: pixels, count: FRAMES },
  );
}

/** @returns what ends it and gives what was traced */
async function startTracing(client: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = [];
  client.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await client.send('Tracing.start', { traceConfig: { includedCategories, excludedCategories: ['*'] } });
  return async () => {
    const complete = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
    await client.send('Tracing.end');
    await complete;
    return events;
  };
}

/** Adds the tasks of the thread that scrolled up: a frame's are its own and those up to the next one. */
function workByFrame(events: readonly TraceEvent[]): number[] {
  const whole = events.filter(({ ph }) => ph === 'X').toSorted((a, b) => a.ts - b.ts);
  const thread = busiestThread(whole.filter(({ name }) => name === FRAME_TASK));
  const own = whole.filter((event) => threadOf(event) === thread);
  const begins = own.filter(({ name }) => name === FRAME_TASK).map(({ ts }) => ts);
  const work: number[] = [];
  for (const { name, ts, dur = 0, tdur = 0 } of own) {
    if (name !== TASK) continue;
    const beginsFrame = begins.some((begin) => begin >= ts && begin <= ts + dur);
    if (beginsFrame) work.push(0);
    // What comes before the first frame is not of the scrolling.
    if (work.length > 0) work[work.length - 1] = (work.at(-1) ?? 0) + tdur / 1_000;
  }
  return work;
}

function busiestThread(events: readonly TraceEvent[]): string | undefined {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(threadOf(event), (counts.get(threadOf(event)) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${String(pid)}:${String(tid)}`;
}
