import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LiveDesk } from './support/liveDesk';
import { axeFindings } from './support/openView';

/** Six calls; before the fifth, old results had to go. */
async function session(): Promise<LiveDesk> {
  const live = new LiveDesk();
  await live.start();
  for (let call = 0; call < 6; call++) await live.read(2_900);
  return live;
}

const rowCount = (page: Page): Promise<number> =>
  page.locator('.row').evaluateAll((rows) => Math.max(...rows.map((row) => Number(row.getAttribute('aria-setsize')))));
const banner = (page: Page, call: number): ReturnType<Page['locator']> =>
  page.getByRole('region', { name: `As of call ${String(call)}`, exact: true });
const fates = (page: Page): Promise<readonly string[]> => page.locator('.message-line .fate-badge').allTextContents();

describe('time travel', () => {
  it('steps by keys through the context of each call and back to now, and says what changed', async () => {
    const { page } = await (await session()).open();
    const [rowsNow, fatesNow] = [await rowCount(page), await fates(page)];
    expect(fatesNow.some((fate) => fate.includes('compacted'))).toBe(true);
    await page.keyboard.press('[');
    await banner(page, 6).waitFor();
    await expect.poll(() => rowCount(page)).toBeLessThan(rowsNow);
    for (let call = 5; call >= 1; call--) await page.keyboard.press(',');
    await banner(page, 1).getByText('the first call').waitFor();
    await expect.poll(() => fates(page)).toEqual([expect.stringContaining('kept')]);
    await page.keyboard.press(']');
    await banner(page, 2).getByRole('button', { name: '2 new messages' }).click();
    await page.locator('.row[aria-selected="true"]', { hasText: 'new' }).waitFor();
    await page.getByRole('complementary', { name: 'Detail' }).getByText('Message 1').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('N');
    await expect.poll(() => rowCount(page)).toBe(rowsNow);
    await expect.poll(() => fates(page)).toEqual(fatesNow);
    expect(await page.getByRole('region', { name: /^As of call/ }).count()).toBe(0);
  });

  it('shows the decisions of a call, and offers no change of what is past', async () => {
    const live = await session();
    const { page } = await live.open();
    const slider = page.getByRole('slider', { name: 'Call' });
    const decided = (await live.desk.snapshot()).calls.find(({ decisionCount }) => decisionCount > 0)?.call ?? -1;
    await slider.fill(String(decided + 1));
    const now = banner(page, decided + 1);
    await now.getByRole('button', { name: /^② Compact: / }).click();
    await page.getByText('Decision · Layer 1 · Compact').waitFor();
    const undo = page.getByText(/^Undo \(/);
    expect(await undo.count()).toBe(0);
    expect(await page.getByText('Preview compaction').count()).toBe(0);
    await now.getByText('To pin, put back, undo or compact, go back to now.').waitFor();
    await slider.fill(String(decided));
    // It was taken later than that.
    await page.getByText(`The decision was taken after call ${String(decided)}.`).waitFor();
    await page.getByText('Back to now', { exact: true }).click();
    await undo.waitFor();
    await page.getByText('Preview compaction').waitFor();
  });

  it('stays where one is while the session goes on, and over a reload', async () => {
    const live = await session();
    const first = await live.open();
    await first.page.getByRole('slider', { name: 'Call' }).fill('3');
    await banner(first.page, 3).waitFor();
    await expect.poll(() => fates(first.page)).toHaveLength(5);
    await live.read(500);
    await first.page.getByText('As of call 3 of 7').waitFor();
    expect(await fates(first.page)).toHaveLength(5);
    await expect.poll(first.savedState).toMatchObject({ perspective: { kind: 'call', call: 2 } });
    const { page } = await live.open(await first.savedState());
    await banner(page, 3).waitFor();
    expect(await fates(page)).toHaveLength(5);
    await page.getByRole('textbox', { name: 'Search originals' }).pressSequentially('[,');
    expect(await banner(page, 3).count()).toBe(1);
  });
});
