import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { InspectorEvents, InspectorHostApi } from '../../src/protocol/inspector';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import type { RowFilter } from '../../src/protocol/inspectorRows';
import { fakeInspector, inspectorSnapshot, syntheticRows, type FakeInspector } from './support/inspectorHost';
import { axeFindings, openView, type OpenView } from './support/openView';
import { indexesOf, passingRows } from './support/rowLists';

interface OpenInspector extends OpenView<InspectorEvents> {
  readonly fake: FakeInspector;
}

const everything: RowFilter = { fates: [], roles: [], tools: [], text: '' };
const live = { kind: 'live', sessionId: 's' } as const;

async function openInspector(
  messages: number,
  {
    changes = {},
    savedState,
    api = {},
  }: {
    readonly changes?: Partial<InspectorSnapshot>;
    readonly savedState?: unknown;
    readonly api?: Partial<InspectorHostApi>;
  } = {},
): Promise<OpenInspector> {
  const fake = fakeInspector(syntheticRows(messages), changes);
  const view = await openView<InspectorHostApi, InspectorEvents>({
    view: 'inspector',
    api: { ...fake.api, ...api },
    savedState,
  });
  await view.page.locator('.row .line').first().waitFor();
  return { ...view, fake };
}

const rowCount = (page: Page): Promise<number> =>
  page.locator('.row').first().getAttribute('aria-setsize').then(Number);
const focusedLabel = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
const selectedLabel = (page: Page): Promise<string | null> =>
  page.locator('.row[aria-selected="true"]').getAttribute('aria-label');
const selectedIndex = async (page: Page): Promise<number> =>
  Number((await page.locator('.row-selected .message-index').textContent())?.replaceAll(',', ''));

describe('turns', () => {
  it('fold and unfold by click and by keys, one by one and all at once, and stay so', async () => {
    const { page, fake, host, savedState, screenshot } = await openInspector(120);
    const all = fake.rows.length;
    const second = page.getByRole('treeitem', { name: /^Turn 2:/ });
    expect(await second.getAttribute('aria-expanded')).toBe('true');
    await second.click();
    // The second turn has twelve messages and a decision.
    await expect.poll(() => rowCount(page)).toBe(all - 13);
    expect(await second.getAttribute('aria-expanded')).toBe('false');
    expect(await second.locator('.fate-strip-part').count()).toBe(3);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => rowCount(page)).toBe(all);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusedLabel(page)).toMatch(/It still fails on Windows/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focusedLabel(page)).toMatch(/^Turn 2:/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => rowCount(page)).toBe(all - 13);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => rowCount(page)).toBe(10);
    await screenshot('inspector-folded');
    expect(await axeFindings(page)).toEqual([]);
    await expect.poll(savedState).toMatchObject({ folding: { mode: 'allBut', turns: [] } });
    // What the host shows opens its turn.
    host.emit('reveal', { kind: 'message', index: 30 });
    await expect.poll(() => rowCount(page)).toBe(10 + 13);
    await expect.poll(() => selectedIndex(page)).toBe(30);
    await page.getByRole('button', { name: 'Expand all turns' }).click();
    await expect.poll(() => rowCount(page)).toBe(all);
  });

  it('are folded again after a reload', async () => {
    const { page } = await openInspector(120, { savedState: { folding: { mode: 'allBut', turns: [1] } } });
    await expect.poll(() => rowCount(page)).toBe(10 + 13);
  });
});

describe('a search', () => {
  it('counts its hits and leads from one to the next, among the hits alone or among all rows', async () => {
    const { page, fake } = await openInspector(600, { savedState: { tab: 'original' } });
    const hits = indexesOf(passingRows(fake.rows, { ...everything, text: 'retry' }));
    const of = (number: number): string => `${String(number)} of ${String(hits.length)}`;
    const field = page.getByRole('textbox', { name: 'Search originals' });
    await page.locator('.row').first().focus();
    await page.keyboard.press('/');
    await expect
      .poll(() => field.evaluate((input) => input === document.activeElement?.shadowRoot?.activeElement))
      .toBe(true);
    await page.keyboard.type('RETRY');
    await page.keyboard.press('Enter');
    await page.getByText(`${String(hits.length)} hits`).waitFor();
    await expect.poll(() => rowCount(page)).toBe(hits.length);
    expect(await page.locator('.row .hit').first().textContent()).toBe('retry');
    await field.press('Enter');
    await page.getByText(of(1), { exact: true }).waitFor();
    expect(await selectedIndex(page)).toBe(hits[0]);
    await page.keyboard.press('F3');
    await page.getByText(of(2), { exact: true }).waitFor();
    await page.keyboard.press('Shift+F3');
    await page.keyboard.press('Shift+F3');
    await page.getByText(of(hits.length), { exact: true }).waitFor();
    expect(await selectedIndex(page)).toBe(hits.at(-1));
    const onlyHits = page.getByRole('button', { name: 'List only what has a hit' });
    expect(await onlyHits.getAttribute('aria-pressed')).toBe('true');
    await onlyHits.click();
    await expect.poll(() => rowCount(page)).toBe(fake.rows.length);
    await page.getByText(of(hits.length), { exact: true }).waitFor();
    await expect.poll(() => page.locator('.row-selected .hit').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Next hit' }).click();
    await page.getByText(of(1), { exact: true }).waitFor();
    await page.locator('.detail .hit').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await field.press('Escape');
    await expect.poll(() => page.locator('.hit').count()).toBe(0);
  });

  it('shows where the words stand in a message whose title has none of them', async () => {
    const hit = { count: 3, before: '…all lines of the ', match: 'upload', after: ' log' };
    const fake = fakeInspector(syntheticRows(60));
    const { page } = await openInspector(60, {
      savedState: { filter: { text: 'upload' }, showsOthers: true },
      api: {
        rows: async (params) => {
          const answer = await fake.api.rows(params);
          return { ...answer, rows: answer.rows.map((row) => (row.kind === 'message' ? { ...row, hit } : row)) };
        },
      },
    });
    await page.getByText('…all lines of the upload log').first().waitFor();
    expect(await page.locator('.message-line .hit').first().textContent()).toBe('upload');
    expect(await page.locator('.row:has(.message-line)').first().getAttribute('aria-label')).toContain('3 hits');
  });
});

it('steps from change to change of fate, by keys and by buttons', async () => {
  const { page, fake } = await openInspector(120, { savedState: { selection: { kind: 'message', index: 2 } } });
  const fates = fake.rows.flatMap((row) => (row.kind === 'message' ? [row.fate] : []));
  const changes = fates.flatMap((fate, index) => (index > 0 && fates[index - 1] !== fate ? [index] : []));
  await page.locator('.row').first().focus();
  await page.keyboard.press('f');
  await expect.poll(() => selectedIndex(page)).toBe(changes[0]);
  await page.getByRole('button', { name: 'Next change of fate' }).click();
  await expect.poll(() => selectedIndex(page)).toBe(changes[1]);
  await page.keyboard.press('Shift+F');
  await expect.poll(() => selectedIndex(page)).toBe(changes[0]);
  await page.keyboard.press('Shift+F');
  await page.getByText('No earlier change of fate').waitFor();
  // The toolbar is one stop of the Tab key.
  await page.getByRole('button', { name: 'Next change of fate' }).focus();
  await page.keyboard.press('ArrowLeft');
  expect(await focusedLabel(page)).toBe('Previous change of fate');
  await page.keyboard.press('Home');
  expect(await focusedLabel(page)).toBe('Collapse all turns');
  expect(await page.getByRole('toolbar', { name: 'Timeline tools' }).locator('[tabindex="0"]').count()).toBe(1);
});

it('filters by layer and by problem', async () => {
  const { page, fake } = await openInspector(600);
  const count = (filter: Partial<RowFilter>): number => passingRows(fake.rows, { ...everything, ...filter }).length;
  await page.locator('vscode-dropdown').nth(2).click();
  await page.getByRole('option', { name: 'Layer 2', exact: true }).click();
  await expect.poll(() => rowCount(page)).toBe(count({ layers: [2] }));
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect.poll(() => rowCount(page)).toBe(fake.rows.length);
  const problems = page.getByRole('button', { name: 'Only errors and problems of the file' });
  await problems.click();
  await expect.poll(() => rowCount(page)).toBe(count({ problems: true }));
  expect(await problems.getAttribute('aria-pressed')).toBe('true');
});

it('follows what is added until one scrolls up, and again when asked to', async () => {
  const { page, fake, host } = await openInspector(200, { changes: live });
  const grow = async (messages: number): Promise<void> => {
    fake.rows = syntheticRows(messages);
    fake.snapshot = inspectorSnapshot(fake.rows, { ...live, revision: messages });
    host.emit('changed', { facts: fake.snapshot });
    await expect.poll(() => rowCount(page)).toBe(fake.rows.length);
  };
  const follow = page.getByRole('button', { name: 'Follow the newest' });
  const lastInSight = (): Promise<number> => page.locator(`[aria-posinset="${String(fake.rows.length)}"]`).count();
  await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('true');
  await grow(203);
  await expect.poll(lastInSight).toBe(1);
  await page.locator('.timeline-rows').evaluate((element) => {
    element.scrollTop = 0;
  });
  await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('false');
  await grow(206);
  expect(await lastInSight()).toBe(0);
  await follow.click();
  await expect.poll(lastInSight).toBe(1);
  await page.keyboard.press('l');
  await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('false');
});

describe('the keys', () => {
  it('are listed on a sheet that keeps the focus and gives it back', async () => {
    const { page, screenshot } = await openInspector(60);
    await page.locator('.row').first().focus();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard' });
    await sheet.getByText('Next change of fate').waitFor();
    await screenshot('inspector-keys');
    expect(await axeFindings(page)).toEqual([]);
    for (let stop = 0; stop < 4; stop++) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      );
      expect(isInside).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => sheet.count()).toBe(0);
    expect(await focusedLabel(page)).toMatch(/^Turn 1:/);
    await page.getByRole('button', { name: 'Keyboard' }).click();
    await sheet.waitFor();
  });

  it('of a single character can be switched off, and mean themselves where one types', async () => {
    const { page, fake } = await openInspector(60, { savedState: { singleKeys: false } });
    await page.locator('.row').first().focus();
    await page.keyboard.press('f');
    await page.keyboard.press('?');
    await page.getByRole('checkbox').click();
    await page.keyboard.press('Escape');
    expect(fake.calls.some(([name]) => name === 'nextFateChange')).toBe(false);
    await page.getByRole('textbox', { name: 'Search originals' }).pressSequentially('f?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(fake.calls.some(([name]) => name === 'nextFateChange')).toBe(false);
    await page.locator('.row').first().focus();
    await page.keyboard.press('f');
    await expect.poll(() => fake.calls.some(([name]) => name === 'nextFateChange')).toBe(true);
  });

  it('do what the buttons of the selected message do', async () => {
    const { page, fake } = await openInspector(600, {
      changes: live,
      savedState: { sessionId: 's', following: false, selection: { kind: 'message', index: 7 } },
    });
    await page.getByText('Message 7 ·').waitFor();
    await expect.poll(() => selectedLabel(page)).toMatch(/^summarized/);
    await page.locator('.row-selected').focus();
    fake.calls.length = 0;
    for (const key of ['o', 'd', 'p', 'Shift+B', 'Shift+U', '3']) await page.keyboard.press(key);
    await page.getByText('The limit is').waitFor();
    await expect
      .poll(() => fake.calls)
      .toEqual([
        ['openOriginal', { index: 7 }],
        ['openDiff', { index: 7 }],
        ['setPinned', { index: 7, pinned: true }],
        ['restore', { index: 7 }],
        ['undo', { decisionId: 'decision-44' }],
      ]);
  });
});
