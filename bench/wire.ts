import type { Message } from '../src/engine/message';
import { printLine } from '../scripts/printLine';
import { launchBrowser } from '../test/support/vscodeHost/launchBrowser';
import { BarReport } from './bar';
import { benchSession, openInspector, type BenchPage, type BenchSession } from './inspectorPage';
import { medianOf } from './measure';
import { syntheticSession } from './syntheticSession';

/** Bytes of all messages both ways that one appended message may cost. */
const BAR_BYTES = 4_000;
/** Of a session a hundred times as long: nothing may be proportional to it. */
const BAR_GROWTH = 1.5;

const SHORT = 500;
const LONG = 50_000;

/** Messages appended where one looks from: a question, and calls with their results. */
const APPENDED = 6;

/** Where one looks from, in turn. */
const places: readonly (readonly [name: string, go: (page: BenchPage) => Promise<void>])[] = [
  ['at the end', () => Promise.resolve()],
  ['at the end, one message open', openLastMessage],
  ['in the middle, one message open', scrollToMiddle],
  ['in the middle of a search', search],
  ['at the end of a search for one fate', filterAndFollow],
];

async function openLastMessage({ page }: BenchPage): Promise<void> {
  // The elements of rows stand in no order: each is used again for another row.
  const positions = await page
    .locator('.row:has(.message-line)')
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-position'))));
  await page.locator(`[data-position="${String(Math.max(...positions))}"] .message-line`).click();
}

async function scrollToMiddle({ page }: BenchPage): Promise<void> {
  await page.locator('.timeline-rows').evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2;
  });
}

async function search({ page }: BenchPage): Promise<void> {
  await page.getByRole('textbox', { name: 'Search originals' }).pressSequentially('compute');
  await page.waitForTimeout(2_000);
  await scrollToMiddle({ page } as BenchPage);
}

async function filterAndFollow({ page }: BenchPage): Promise<void> {
  await page.getByRole('button', { name: /^kept/ }).click();
  await page.waitForTimeout(1_000);
  await page.locator('.timeline-rows').evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
}

/** Bytes of each of the messages appended, by place. */
async function measure(
  size: number,
  browser: Awaited<ReturnType<typeof launchBrowser>>,
): Promise<Map<string, number[]>> {
  const all = syntheticSession(size + APPENDED * places.length);
  const session = await benchSession(all.slice(0, size));
  const view = await openInspector(browser, session);
  await view.page.locator('.row .line').first().waitFor();
  const bytes = new Map<string, number[]>();
  let next = size;
  for (const [name, go] of places) {
    await go(view);
    // Scrolling and typing rest a while before the page asks for anything.
    await view.page.waitForTimeout(1_000);
    await view.quiet();
    const costs = await costsOf(session, view, all.slice(next, next + APPENDED));
    next += APPENDED;
    printLine(`${String(size)} messages, ${name}: ${costs.join(', ')} bytes`);
    bytes.set(name, costs);
  }
  await view.page.close();
  return bytes;
}

async function costsOf(session: BenchSession, view: BenchPage, messages: readonly Message[]): Promise<number[]> {
  const costs: number[] = [];
  for (const message of messages) {
    view.takeBytes();
    const decisions = await session.append(message);
    await view.page.waitForTimeout(50);
    await view.quiet();
    const bytes = view.takeBytes();
    if (decisions === 0) costs.push(bytes);
    else printLine(`  with a decision: ${String(bytes)} bytes`);
  }
  return costs;
}

/** `node scripts/run.mjs bench/wire.ts`. Returns 1 where a bar is missed. */
export async function main(_args: readonly string[]): Promise<number> {
  const report = new BarReport();
  const browser = await launchBrowser();
  try {
    const short = await measure(SHORT, browser);
    const long = await measure(LONG, browser);
    for (const [name, costs] of long) {
      const value = Math.max(...costs);
      report.report({ name: `11 bytes a message, ${name}`, value, unit: '', limit: { atMost: BAR_BYTES } });
      // Of the usual message: when the chart's points are halved, which is seldom, all of them come again.
      const growth = medianOf(costs) / medianOf(short.get(name) ?? []);
      report.report({
        name: `11 ${String(LONG)} messages over ${String(SHORT)}`,
        value: growth,
        unit: '×',
        limit: { atMost: BAR_GROWTH },
      });
    }
  } finally {
    await browser.close();
  }
  return report.exitCode;
}
