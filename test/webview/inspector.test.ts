import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { InspectorEvents, InspectorHostApi } from '../../src/protocol/inspector';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import type { RowFilter } from '../../src/protocol/inspectorRows';
import { fakeInspector, inspectorSnapshot, syntheticRows, type FakeInspector } from './support/inspectorHost';
import { passingRows } from './support/rowLists';
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

const everything: RowFilter = { fates: [], roles: [], tools: [], text: '' };
const rowsAsked = (fake: FakeInspector): { from: number; count: number }[] =>
  fake.calls.flatMap(([method, params]) => (method === 'rows' ? [params as { from: number; count: number }] : []));
const selectedLabel = (page: Page): Promise<string | null> =>
  page.locator('.row[aria-selected="true"]').getAttribute('aria-label');
const topPosition = (page: Page): Promise<number> =>
  page.locator('.timeline-rows').evaluate((element) => Math.round(element.scrollTop / 28));

describe('50 000 messages', () => {
  it('ask for windows of rows only and keep the page small, also at the far end', async () => {
    const { page, fake } = await openInspector(50_000);
    await page.locator('.row').first().focus();
    await page.keyboard.press('End');
    const last = fake.rows.length;
    await page.locator(`[aria-posinset="${String(last)}"][aria-selected="true"]`).waitFor();
    expect(await page.locator('.row').count()).toBeLessThan(70);
    expect(await page.locator('.row').first().getAttribute('aria-setsize')).toBe(String(last));
    const asked = rowsAsked(fake);
    expect(asked.length).toBeLessThan(8);
    expect(Math.max(...asked.map(({ count }) => count))).toBeLessThanOrEqual(64);
    await page.keyboard.press('Home');
    await page.locator('.row-selected[aria-posinset="1"]').waitFor();
  });

  it('draw a change again by asking for what is in sight only', async () => {
    const { page, fake, host } = await openInspector(
      50_000,
      { kind: 'live', sessionId: 's' },
      { sessionId: 's', following: false },
    );
    fake.calls.length = 0;
    fake.rows = syntheticRows(50_001);
    fake.snapshot = inspectorSnapshot(fake.rows, { kind: 'live', sessionId: 's', revision: 2 });
    host.emit('changed', { facts: fake.snapshot });
    await expect.poll(() => page.locator('.row').first().getAttribute('aria-setsize')).toBe(String(fake.rows.length));
    expect(rowsAsked(fake).map(({ from }) => from)).toEqual([0]);
  });
});

describe('the filter', () => {
  it('shows one fate, then two, then all, with the number of matches', async () => {
    const { page, fake } = await openInspector(600);
    const matching = (filter: Partial<RowFilter>): number =>
      passingRows(fake.rows, { ...everything, ...filter }).length;
    const compacted = matching({ fates: ['compacted'] });
    const chip = page.getByRole('button', { name: /^compacted/ });
    await chip.click();
    await page.getByText(`${String(compacted)} matches`).waitFor();
    expect(await chip.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.row').first().getAttribute('aria-setsize')).toBe(String(compacted));
    expect(await page.locator('.row .fate-badge').allTextContents()).not.toContain('fold kept');
    await page.getByRole('button', { name: /^pruned/ }).click();
    await page.getByText(`${String(matching({ fates: ['compacted', 'pruned'] }))} matches`).waitFor();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect.poll(() => page.locator('.row').first().getAttribute('aria-setsize')).toBe(String(fake.rows.length));
  });

  it('searches once typing rests, and says when nothing passes', async () => {
    const { page, fake } = await openInspector(600);
    fake.calls.length = 0;
    const words = 'no such words, and none like them';
    await page.getByRole('textbox', { name: 'Search originals' }).pressSequentially(words);
    await page.getByText('Nothing passes the filter.').waitFor();
    const searched = (): string[] =>
      fake.calls.flatMap(([name, params]) => (name === 'rows' ? [(params as { filter: RowFilter }).filter.text] : []));
    await expect.poll(() => searched().at(-1)).toBe(words);
    // A busy machine may rest between two keys; it does not after each.
    expect(new Set(searched()).size).toBeLessThan(words.length / 2);
    await page.getByText('Clear filter', { exact: true }).last().click();
    await page.locator('.row .line').first().waitFor();
  });

  it('keeps one role or one tool', async () => {
    const { page, fake } = await openInspector(600);
    await page.locator('vscode-dropdown').nth(1).click();
    await page.getByRole('option', { name: 'Grep', exact: true }).click();
    const matches = passingRows(fake.rows, { ...everything, tools: ['Grep'] }).length;
    await page.getByText(`${String(matches)} matches`).waitFor();
  });
});

describe('the detail', () => {
  it('shows original, context and why, and does what its buttons say', async () => {
    const { page, fake } = await openInspector(
      600,
      { kind: 'live', sessionId: 's' },
      { sessionId: 's', following: false },
    );
    await page
      .getByRole('treeitem', { name: /^summarized, Edit/ })
      .first()
      .click();
    await page
      .getByRole('region', { name: 'The summary the model sees in its place' })
      .getByText('User intent')
      .waitFor();
    await page.getByRole('tab', { name: 'Original' }).click();
    await page.getByRole('region', { name: 'The original' }).getByText('Original of 7').waitFor();
    await page.getByText('more characters').waitFor();
    await page.getByRole('tab', { name: /^Why/ }).click();
    await page.getByText('152,300 tokens').waitFor();
    fake.calls.length = 0;
    await page.getByText('strata.layer1.inputHeadroomRatio').click();
    await page.getByText('Undo batch of 5').click();
    await page.getByText('Open diff').click();
    await page.getByText('Open original').click();
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.getByText('Line 8').click();
    await page.getByText('Export…').click();
    await expect
      .poll(() => fake.calls)
      .toEqual([
        ['openSetting', { setting: 'strata.layer1.inputHeadroomRatio' }],
        ['undo', { decisionId: 'decision-44' }],
        ['openDiff', { index: 7 }],
        ['openOriginal', { index: 7 }],
        ['setPinned', { index: 7, pinned: true }],
        ['openSourceLine', { line: 8 }],
        ['exportSession', undefined],
      ]);
  });

  it('offers neither pin nor undo for a file', async () => {
    const { page } = await openInspector(600);
    await page
      .getByRole('treeitem', { name: /^summarized, Edit/ })
      .first()
      .click();
    await page.getByRole('tab', { name: /^Why/ }).click();
    await page.getByText('The limit is').waitFor();
    expect(await page.getByText('Undo batch of 5').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Pin', exact: true }).count()).toBe(0);
  });

  it('shows a decision', async () => {
    const { page, fake } = await openInspector(
      600,
      { kind: 'live', sessionId: 's' },
      { sessionId: 's', following: false },
    );
    await page
      .getByRole('treeitem', { name: /^Decision, Compact:/ })
      .first()
      .click();
    await page.getByRole('complementary', { name: 'Detail' }).getByText('32,430 tokens').waitFor();
    await page.getByText('Undo (5 messages)').click();
    await expect.poll(() => fake.calls.at(-1)).toEqual(['undo', { decisionId: 'decision-8' }]);
  });
});

describe('the keyboard', () => {
  it('walks the rows, opens the detail and comes back', async () => {
    const { page } = await openInspector(600);
    await page.locator('.row').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => selectedLabel(page)).toMatch(/It still fails on Windows/);
    expect(await page.locator('.row[tabindex="0"]').count()).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-posinset'))).toBe('3');
    await page.keyboard.press('PageDown');
    await expect
      .poll(() => page.evaluate(() => Number(document.activeElement?.getAttribute('aria-posinset'))))
      .toBeGreaterThan(8);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Detail');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treeitem');
    expect(await page.getByRole('complementary', { name: 'Detail' }).count()).toBe(0);
  });

  it('keeps the focus on its row while one scrolls, and takes it along over any distance', async () => {
    const { page } = await openInspector(600);
    const focused = (): Promise<string | null | undefined> =>
      page.evaluate(() => document.activeElement?.getAttribute('data-position'));
    await page.locator('[data-position="4"] .line').click();
    await page.locator('.timeline-rows').evaluate((element) => {
      element.scrollTop = 28 * 300;
    });
    await page.locator('[data-position="305"] .line').waitFor();
    expect(await focused()).toBe('4');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('5');
    await expect.poll(() => topPosition(page)).toBe(5);
    await page.keyboard.press('End');
    await expect.poll(async () => Number(await focused())).toBeGreaterThan(600);
  });

  it('moves the border between list and detail', async () => {
    const { page } = await openInspector(600, {}, { selection: { kind: 'message', index: 7 } });
    const border = page.getByRole('separator');
    await border.focus();
    const before = Number(await border.getAttribute('aria-valuenow'));
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => Number(await border.getAttribute('aria-valuenow'))).toBe(before - 2);
  });
});

describe('what one looked at', () => {
  it('survives a change that puts rows in above it', async () => {
    const { page, fake, host } = await openInspector(600);
    await page.locator('.timeline-rows').evaluate((element) => {
      element.scrollTop = 28 * 200;
    });
    await page.locator('[data-position="205"] .line').click();
    const label = await selectedLabel(page);
    const top = await topPosition(page);
    const [first] = fake.rows;
    if (first === undefined) throw new Error('there are no rows');
    fake.rows = [first, first, first, ...fake.rows];
    fake.snapshot = { ...fake.snapshot, revision: 2 };
    host.emit('changed', { facts: fake.snapshot });
    await expect.poll(() => topPosition(page)).toBe(top + 3);
    await expect.poll(() => selectedLabel(page)).toBe(label);
    await expect.poll(() => page.locator('.row[tabindex="0"]').getAttribute('data-position')).toBe('208');
  });

  it('survives a reload', async () => {
    const before = await openInspector(600);
    await before.page.getByRole('button', { name: /^kept/ }).click();
    await before.page.locator('.timeline-rows').evaluate((element) => {
      element.scrollTop = 28 * 100;
    });
    await before.page.locator('[data-position="104"] .line').click();
    await before.page.getByRole('tab', { name: 'Original' }).click();
    const label = await selectedLabel(before.page);
    const top = await topPosition(before.page);
    await expect.poll(before.savedState).toMatchObject({ tab: 'original', filter: { fates: ['kept'] } });
    await before.page.waitForTimeout(300);
    const after = await openInspector(600, {}, await before.savedState());
    await expect.poll(() => selectedLabel(after.page)).toBe(label);
    expect(Math.abs((await topPosition(after.page)) - top)).toBeLessThanOrEqual(1);
    await after.page.getByRole('region', { name: 'The original' }).waitFor();
  });

  it('is forgotten with another session', async () => {
    const { page } = await openInspector(
      600,
      { kind: 'live', sessionId: 'other' },
      { sessionId: 's', filter: { fates: ['pruned'] } },
    );
    expect(await page.getByRole('button', { name: /^pruned/ }).getAttribute('aria-pressed')).toBe('false');
  });
});

describe('a decision the host names', () => {
  it('is selected, shown in detail and brought into sight, wherever the list stands', async () => {
    const { page, host } = await openInspector(600, {}, { filter: { fates: ['pruned'] } });
    host.emit('reveal', { kind: 'decision', id: 'decision-44' });
    await page.getByText(/^Decision · Layer/).waitFor();
    await page.locator('.row-selected').waitFor();
    expect(await page.locator('.row-selected').innerText()).toMatch(/Layer/);
    host.emit('reveal', { kind: 'message', index: 500 });
    await page.getByText('Message 500').waitFor();
    host.emit('reveal', { kind: 'decision', id: 'decision-44' });
    await page.getByText(/^Decision · Layer/).waitFor();
    await expect.poll(() => page.locator('.row-selected').innerText()).toMatch(/Layer/);
  });

  it('is shown once a page that was just opened has the session', async () => {
    const { api } = fakeInspector(syntheticRows(600));
    let answer: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const late = { ...api, snapshot: () => waiting.then(() => api.snapshot()) };
    const { page, host } = await openView<InspectorHostApi, InspectorEvents>({ view: 'inspector', api: late });
    await page.getByText('Opening…').waitFor();
    host.emit('reveal', { kind: 'decision', id: 'decision-44' });
    answer();
    await page.getByText(/^Decision · Layer/).waitFor();
    await page.locator('.row-selected').waitFor();
  });
});

describe('the page around the rows', () => {
  it('shows progress, then why there is nothing to show', async () => {
    const { api } = fakeInspector([]);
    const never = { ...api, snapshot: () => new Promise<InspectorSnapshot>(() => undefined) };
    const { page, host } = await openView<InspectorHostApi, InspectorEvents>({ view: 'inspector', api: never });
    await page.getByText('Opening…').waitFor();
    host.emit('progress', { text: 'Reading 12 of 40 MB', share: 0.3 });
    await page.getByText('Reading 12 of 40 MB').waitFor();
    host.emit('failed', { message: 'The file is not a transcript.' });
    await page.getByRole('alert').getByText('The file is not a transcript.').waitFor();
  });

  it('shows the chart in words, its problems and what is too large', async () => {
    const { page, fake } = await openInspector(600, {
      problems: [{ severity: 'error', line: 12, byteOffset: 0, reason: 'The line is not JSON.' }],
      tooLarge: 'The pinned messages alone are larger than the window.',
    });
    await page.getByRole('img', { name: /^Tokens per call over 61 calls\. Highest: .* before call/ }).waitFor();
    await page.getByText('The pinned messages alone').waitFor();
    await page.getByRole('button', { name: '1 problem while reading' }).click();
    await page.getByRole('button', { name: 'Open at line 12' }).click();
    await expect
      .poll(() => fake.calls.findLast(([name]) => name === 'openSourceLine'))
      .toMatchObject(['openSourceLine', { line: 12 }]);
  });

  it('counts all calls where the chart shows several as one', async () => {
    const merged = {
      firstCall: 12,
      call: 75,
      tokensBefore: 150_000,
      tokensAfter: 80_000,
      savedTokens: 90_000,
      decisionCount: 2,
      prefixTokens: 6_000_000,
      previousTokens: 8_000_000,
    };
    const one = { ...merged, firstCall: 11, call: 11, tokensBefore: 100, tokensAfter: 100, decisionCount: 0 };
    const { page } = await openInspector(60, { callCount: 10_000, calls: [one, merged] });
    await page.getByText('now, 10,000 calls', { exact: true }).waitFor();
    const chart = page.getByRole('img', { name: /^Tokens per call over 10,000 calls\. .* before calls 13 to 76/ });
    await chart.getByText('−90K').waitFor();
    await chart.hover({ position: { x: 1_000, y: 20 } });
    await page
      .getByText('Calls 13 to 76: up to 150,000, then 80,000 tokens · 2 decisions · 75% of the prefix unchanged')
      .waitFor();
  });

  it('shows no sign of a model a transcript does not name, and cuts a long tool name', async () => {
    const rows = syntheticRows(60).map((row) =>
      row.kind === 'message' && row.toolName !== null ? { ...row, toolName: 'mcp__server__tool'.repeat(12) } : row,
    );
    const fake = fakeInspector(rows, { model: '' });
    const { page } = await openView<InspectorHostApi, InspectorEvents>({ view: 'inspector', api: fake.api });
    await page.locator('.message-tool').first().waitFor();
    expect(await page.locator('.inspector-facts').textContent()).not.toContain('· 200K');
    const [tool, title] = await Promise.all(
      ['.message-title:has(.message-tool) .message-tool', '.message-title:has(.message-tool)'].map((selector) =>
        page.locator(selector).first().boundingBox(),
      ),
    );
    expect(tool?.width).toBeLessThanOrEqual((title?.width ?? 0) * 0.4 + 1);
  });

  it('shows a failed request and keeps what was there', async () => {
    const fake = fakeInspector(syntheticRows(60));
    const api = { ...fake.api, exportSession: () => Promise.reject(new Error('The disk is full.')) };
    const { page } = await openView<InspectorHostApi, InspectorEvents>({ view: 'inspector', api });
    await page.getByText('Export…').click();
    await page.getByRole('alert').getByText('The disk is full.').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    expect(await page.locator('.row').count()).toBeGreaterThan(10);
  });
});
