import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { InspectorEvents, InspectorHostApi } from '../../src/protocol/inspector';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import { fakeInspector, inspectorSnapshot, syntheticRows, type FakeInspector } from './support/inspectorHost';
import { openView, type OpenView } from './support/openView';

interface OpenInspector extends OpenView<InspectorEvents> {
  readonly fake: FakeInspector;
}

async function openInspector(
  messages: number,
  changes: Partial<InspectorSnapshot> = {},
  savedState?: unknown,
): Promise<OpenInspector> {
  const fake = fakeInspector(syntheticRows(messages), changes);
  const view = await openView<InspectorHostApi, InspectorEvents>({ view: 'inspector', api: fake.api, savedState });
  await view.page.locator('.row .line').first().waitFor();
  return { ...view, fake };
}

const topPosition = (page: Page): Promise<number> =>
  page.locator('.timeline-rows').evaluate((element) => Math.round(element.scrollTop / 28));

describe('a live session', () => {
  it('is followed to its end until one scrolls away, and again when asked', async () => {
    const live = { kind: 'live', sessionId: 's' } as const;
    const { page, fake, host } = await openInspector(600, live);
    const grow = (messages: number, revision: number): void => {
      fake.rows = syntheticRows(messages);
      fake.snapshot = inspectorSnapshot(fake.rows, { ...live, revision });
      host.emit('changed', { facts: fake.snapshot });
    };
    const lastRow = (): ReturnType<Page['locator']> =>
      page.locator(`[aria-posinset="${String(fake.rows.length)}"] .line`);
    await lastRow().waitFor();
    grow(640, 2);
    await lastRow().waitFor();
    await page.locator('.timeline-rows').evaluate((element) => {
      element.scrollTop -= 600;
    });
    await page.locator('.timeline-newest').getByText('Newest').waitFor();
    const top = await topPosition(page);
    grow(680, 3);
    await expect.poll(() => page.locator('.row').first().getAttribute('aria-setsize')).toBe(String(fake.rows.length));
    expect(await topPosition(page)).toBe(top);
    const button = await page.locator('.timeline-newest').boundingBox();
    const words = await page.locator('.timeline-newest').getByText('Newest').boundingBox();
    const numbers = await page.locator('.timeline-head .line-tokens').boundingBox();
    expect(words?.height).toBeLessThanOrEqual(button?.height ?? 0);
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThan(numbers?.x ?? 0);
    await page.locator('.timeline-newest').getByText('Newest').click();
    await lastRow().waitFor();
  });

  it('reveals a message the host names, without the filter that hides it', async () => {
    const { page, host } = await openInspector(600, {}, { filter: { fates: ['pruned'] } });
    host.emit('reveal', { kind: 'message', index: 305 });
    await page.locator('.row-selected').waitFor();
    await page.getByText('Message 305').waitFor();
    expect(await page.getByRole('button', { name: /^pruned/ }).getAttribute('aria-pressed')).toBe('false');
  });
});

describe('a file that grows', () => {
  async function openGrowing(messages: number): Promise<OpenInspector & { grow(to: number): Promise<void> }> {
    const view = await openInspector(messages);
    const { page, fake, host } = view;
    const grow = async (to: number): Promise<void> => {
      fake.rows = syntheticRows(to);
      fake.snapshot = inspectorSnapshot(fake.rows, { isGrowing: true, revision: fake.snapshot.revision + 1 });
      host.emit('changed', { facts: fake.snapshot });
      await expect.poll(() => page.locator('.row').first().getAttribute('aria-setsize')).toBe(String(fake.rows.length));
    };
    return { ...view, grow };
  }
  const scrollTo = (page: Page, top: number): Promise<void> =>
    page.locator('.timeline-rows').evaluate((element, to) => {
      element.scrollTop = to;
    }, top);
  const lastRow = ({ page, fake }: OpenInspector): ReturnType<Page['locator']> =>
    page.locator(`[aria-posinset="${String(fake.rows.length)}"] .line`);

  it('leaves the list where one reads, and keeps to the end from where one has scrolled to it', async () => {
    const view = await openGrowing(100);
    const { page, grow } = view;
    await grow(110);
    expect(await topPosition(page)).toBe(0);
    await page.locator('.timeline-newest').getByText('Newest').waitFor();
    await scrollTo(page, 28 * 40);
    await page.locator('[data-position="45"] .line').waitFor();
    await grow(120);
    expect(await topPosition(page)).toBe(40);
    await scrollTo(page, 1_000_000);
    await lastRow(view).waitFor();
    await grow(130);
    await lastRow(view).waitFor();
    await scrollTo(page, 28 * 60);
    await page.locator('[data-position="65"] .line').waitFor();
    await grow(140);
    expect(await topPosition(page)).toBe(60);
    await page.locator('.timeline-newest').getByText('Newest').click();
    await lastRow(view).waitFor();
  });

  it('is followed from its opening where all of it is in sight', async () => {
    const view = await openGrowing(3);
    await view.grow(80);
    await lastRow(view).waitFor();
    expect(await topPosition(view.page)).toBeGreaterThan(0);
  });
});

describe('a session on two tracks', () => {
  const tracks = { differing: 3 };

  it('shows again after a reload the track that was looked at', async () => {
    const before = await openInspector(60, { tracks });
    await before.page.getByRole('button', { name: 'recorded' }).click();
    await expect.poll(before.savedState).toMatchObject({ track: 'recorded' });
    const { fake } = await openInspector(60, { tracks }, await before.savedState());
    await expect.poll(() => fake.calls).toContainEqual(['setTrack', { track: 'recorded' }]);
  });

  it('says what differs to those who cannot see it', async () => {
    const { page, fake, host } = await openInspector(60, { tracks });
    fake.rows = fake.rows.map((row) => (row.kind === 'message' ? { ...row, otherFate: 'pruned' } : row));
    fake.snapshot = inspectorSnapshot(fake.rows, { tracks, revision: 2 });
    host.emit('changed', { facts: fake.snapshot });
    await page
      .getByRole('treeitem', { name: /, pruned on the other track/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: '3 messages differ' }).click();
    await page.getByRole('status').getByText('60 messages shown').waitFor({ state: 'attached' });
  });

  it("draws no threshold of Strata's over what another agent did", async () => {
    const { page, fake, host } = await openInspector(60, { tracks });
    await page.locator('.chart-threshold').first().waitFor({ state: 'attached' });
    fake.snapshot = inspectorSnapshot(fake.rows, { tracks, track: 'recorded', revision: 2 });
    host.emit('changed', { facts: fake.snapshot });
    await expect.poll(() => page.locator('.chart-threshold').count()).toBe(0);
    expect(await page.locator('.chart-picture').getAttribute('aria-label')).not.toMatch(/Threshold/);
    expect(await page.locator('.overview').innerText()).not.toMatch(/compact/);
  });
});

describe('the header', () => {
  it('writes out what would turn its title around', async () => {
    const { page } = await openInspector(60, { title: 'open \u202Egnp.exe' });
    await page.getByRole('heading', { name: 'open ⟨U+202E⟩gnp.exe' }).waitFor();
  });

  it('says of the beginning of a large file how far it is read', async () => {
    const { page, fake, host } = await openInspector(60);
    host.emit('progress', { text: 'Reading big.jsonl', share: 0.4 });
    const status = page.locator('.inspector-facts').getByRole('status');
    await status.getByText('Reading big.jsonl').waitFor();
    fake.snapshot = inspectorSnapshot(fake.rows, { revision: 2 });
    host.emit('changed', { facts: fake.snapshot });
    host.emit('progress', { text: 'Reading big.jsonl', share: 0.8 });
    await status.getByText('80%').waitFor();
    host.emit('progress', null);
    await status.waitFor({ state: 'detached' });
  });

  it.each([500, 900, 1200])('keeps title and buttons on one line beside a long title, %d px wide', async (width) => {
    const title = 'in /Users/soph/Work/entire/research/git-ai is a open source repo that does attribution of agents';
    const { page } = await openInspector(60, { title, tracks: { differing: 474 } });
    await page.setViewportSize({ width, height: 800 });
    const heading = await page.locator('.inspector-title').boundingBox();
    const button = await page.getByText('Export…').boundingBox();
    const facts = await page.locator('.inspector-facts').boundingBox();
    const middle = (box: typeof heading): number => (box?.y ?? 0) + (box?.height ?? 0) / 2;
    expect(Math.abs(middle(heading) - middle(button))).toBeLessThan(8);
    expect(facts?.y).toBeGreaterThan(middle(heading));
    expect(facts?.width).toBeGreaterThan(width - 60);
  });
});
