import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { JournalEntry } from '../../src/engine/journal';
import type { InspectorEvents, InspectorHostApi } from '../../src/protocol/inspector';
import type { RowsPage } from '../../src/protocol/inspectorRows';
import { inspectorAnswers, newestFacts } from '../../src/views/inspectorAnswers';
import type { SessionDesk } from '../../src/worker/sessionDesk';
import { inProcessWorker } from '../support/inProcessWorker';
import { counter, everything, headerEntry, messageEntries, readStep, settings } from '../unit/worker/sessionFixtures';
import { fakeInspector } from './support/inspectorHost';
import { openView } from './support/openView';

interface LiveInspector {
  readonly page: Page;
  readonly desk: SessionDesk;
  /** Rows that came with each answer, in order. */
  readonly answers: RowsPage[];
  append(entries: readonly JournalEntry[]): Promise<void>;
}

const reads = (from: number, count: number): JournalEntry[] =>
  messageEntries(
    Array.from({ length: count }, (_, step) =>
      readStep(from + step, `f${String(from + step)}.ts`, 'x'.repeat(400)),
    ).flat(),
  );

/** The page over the read model itself, scrolled to its middle. */
async function openInTheMiddle(): Promise<LiveInspector> {
  const { desk } = inProcessWorker(() => Promise.resolve(counter));
  await desk.openLive({ settings });
  await desk.append([headerEntry(100_000), ...reads(0, 300)]);
  const answers: RowsPage[] = [];
  const read = inspectorAnswers({ worker: desk, shown: Promise.resolve() });
  const api: InspectorHostApi = {
    ...fakeInspector([]).api,
    ...read,
    rows: async (request) => {
      const answer = await read.rows(request);
      answers.push(answer);
      return answer;
    },
  };
  const { page, host } = await openView<InspectorHostApi, InspectorEvents>({ view: 'inspector', api });
  await page.locator('.row .line').first().waitFor();
  await page.locator('.timeline-rows').evaluate((element) => {
    element.scrollTop = 28 * 200;
  });
  await page.locator('[data-position="205"] .line').waitFor();
  return {
    page,
    desk,
    answers,
    append: async (entries) => {
      await desk.append(entries);
      host.emit('changed', { facts: await newestFacts(desk) });
    },
  };
}

/** Fates in sight by position, as they are drawn, and as they are. */
async function drawnFates({ page }: LiveInspector): Promise<readonly (readonly [position: number, fate: string])[]> {
  return page.locator('.row:has(.message-line)').evaluateAll((rows) =>
    rows.map((row) => {
      const fate = [...(row.querySelector('.message-line')?.classList ?? [])].find((name) => name.startsWith('fate-'));
      return [Number(row.getAttribute('data-position')), fate?.slice('fate-'.length) ?? ''] as const;
    }),
  );
}

async function expectTrueFates(inspector: LiveInspector): Promise<void> {
  const { rows } = await inspector.desk.rows({ filter: everything, from: 0, count: 1_000 });
  const fateAt = (position: number): string => {
    const row = rows[position];
    return row?.kind === 'message' ? row.fate : '';
  };
  await expect
    .poll(async () => (await drawnFates(inspector)).filter(([position, fate]) => fateAt(position) !== fate))
    .toEqual([]);
  expect((await drawnFates(inspector)).length).toBeGreaterThan(10);
}

it('a message appended while one is scrolled brings no row again that is held', async () => {
  const inspector = await openInTheMiddle();
  const { page, answers, append } = inspector;
  answers.length = 0;
  await append(reads(900, 1));
  await expect.poll(() => page.locator('.row').first().getAttribute('aria-setsize')).toBe('602');
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.flatMap(({ rows }) => rows)).toEqual([]);
  await expectTrueFates(inspector);
});

it('a decision, a pin and an undo while one is scrolled show at once', async () => {
  const inspector = await openInTheMiddle();
  const { page, desk, append } = inspector;
  const { decisions } = await desk.plan({ kind: 'command' });
  await append(decisions.map((decision) => ({ type: 'decision', decision })));
  await page.locator('[data-position="205"] .fate-compacted').first().waitFor();
  await expectTrueFates(inspector);
  await append([{ type: 'pin', index: 205, pinned: true }]);
  await page.getByRole('treeitem', { name: /pinned/i }).waitFor();
  await append(decisions.map(({ id }) => ({ type: 'undo', decisionId: id })));
  await page.locator('[data-position="205"] .fate-kept').first().waitFor();
  await expectTrueFates(inspector);
});
