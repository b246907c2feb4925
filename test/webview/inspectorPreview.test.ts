import { describe, expect, it } from 'vitest';
import type { InspectorEvents, InspectorHostApi } from '../../src/protocol/inspector';
import type { BatchKind, CompactionPreview, PreviewBatch, PreviewWishes } from '../../src/protocol/preview';
import { fakeInspector, inspectorSnapshot, syntheticRows, type FakeInspector } from './support/inspectorHost';
import { axeFindings, openView, type OpenView } from './support/openView';
import { fewThemeNames, type ThemeName } from './support/themes';

const live = { kind: 'live', sessionId: 's' } as const;

interface OpenPreview extends OpenView<InspectorEvents> {
  readonly fake: FakeInspector;
}

async function openPreview(options: {
  readonly api?: Partial<InspectorHostApi>;
  readonly theme?: ThemeName;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly savedState?: unknown;
}): Promise<OpenPreview> {
  const { api: changed, ...rest } = options;
  const fake = fakeInspector(syntheticRows(120), live);
  const api = { ...fake.api, ...changed };
  const view = await openView<InspectorHostApi, InspectorEvents>({ view: 'inspector', api, ...rest });
  if (options.savedState === undefined) await view.page.getByText('Preview compaction').click();
  await view.page.getByRole('dialog', { name: 'Preview compaction' }).waitFor();
  return { ...view, fake };
}

const asked = (fake: FakeInspector): unknown[] =>
  fake.calls.flatMap(([method, params]) => (method === 'preview' ? [params] : []));

describe.each(fewThemeNames)('the preview of a compaction, %s', (theme) => {
  it('shows batches, messages, the change and its cost without serious faults', async () => {
    const { page, screenshot } = await openPreview({ theme });
    await page.getByText('Replace 12 old tool results').waitFor();
    await page.getByText('90 messages', { exact: true }).click();
    await screenshot(`inspector-preview-${theme}`);
    expect(await axeFindings(page)).toEqual([]);
    const words = await page.getByRole('dialog').innerText();
    expect(words).toContain('123,712 → 74,200 tokens (62% → 37% of the window)');
    expect(words).toContain('Frees 49,512 tokens of every later call; re-reads 74,310 tokens once');
    expect(words).toContain('pays back after 14 calls ($0.20 once, saves $0.015 per call)');
    expect(words).toContain('What is re-read costs the full price');
  });
});

describe('the preview of a compaction', () => {
  it('changes nothing until Compact, which takes what was left in and pins what was pinned', async () => {
    const { page, fake } = await openPreview({});
    const removal = page.getByRole('checkbox', { name: /^Remove 90/ });
    await removal.click();
    await page.getByText('Left out').waitFor();
    await page.getByText('123,712 → 91,204').first().waitFor();
    await page.getByText('12 messages', { exact: true }).click();
    await page.getByRole('button', { name: 'Pin message 5,' }).click();
    await page.getByText('Pinned together with Compact').waitFor();
    expect(await page.getByRole('button', { name: 'Pin message 5,' }).count()).toBe(0);
    expect(await page.getByRole('dialog').evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    expect(asked(fake)).toEqual([
      { skip: [], pin: [] },
      { skip: ['messages'], pin: [] },
      { skip: ['messages'], pin: [5] },
    ]);
    expect(fake.calls.filter(([method]) => method === 'compact' || method === 'setPinned')).toEqual([]);
    await page.getByRole('dialog').getByText('Compact', { exact: true }).click();
    await expect.poll(() => fake.calls.at(-1)).toEqual(['compact', { skip: ['messages'], pin: [5] }]);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('is worked by keyboard: a batch in and out again, Escape gives the focus back', async () => {
    const { page, fake } = await openPreview({});
    await page.getByRole('checkbox', { name: /^Replace 12/ }).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => asked(fake).at(-1)).toEqual({ skip: ['results'], pin: [] });
    await page.keyboard.press('Space');
    await expect.poll(() => asked(fake).at(-1)).toEqual({ skip: [], pin: [] });
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Preview compaction');
    expect(fake.calls.some(([method]) => method === 'compact')).toBe(false);
  });

  it('follows the session, and comes back after a reload with what was chosen', async () => {
    const savedState = { sessionId: 's', preview: { skip: ['messages', 'nonsense'], pin: [5, 'x'] } };
    const { page, fake, host } = await openPreview({ savedState });
    await page.getByText('Pinned together with Compact').waitFor();
    // What was left out is asked for too, so that it can be taken in again.
    await page.getByRole('checkbox', { name: /^Remove 90/, checked: false }).waitFor();
    expect(asked(fake)).toEqual([
      { skip: ['messages'], pin: [5] },
      { skip: [], pin: [5] },
    ]);
    fake.snapshot = inspectorSnapshot(fake.rows, { ...live, revision: 2 });
    host.emit('changed', { facts: fake.snapshot });
    await expect.poll(() => asked(fake).length).toBe(3);
  });

  it('says why it cannot be done and stays', async () => {
    const failing = { compact: () => Promise.reject(new Error('The agent is still at work.')) };
    const { page } = await openPreview({ api: failing, viewport: { width: 480, height: 800 } });
    await page.getByText('Replace 12 old tool results').waitFor();
    await page.getByRole('dialog').getByText('Compact', { exact: true }).click();
    await page.getByRole('alert').getByText('The agent is still at work.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(480);
  });

  it('leaves to the person a heavier batch that comes in the place of one left out', async () => {
    const only = (kind: BatchKind, title: string): PreviewBatch => ({
      kind,
      title,
      tokensBefore: 900,
      tokensAfter: 500,
      cache: null,
      messages: [],
      messageCount: 1,
    });
    const found = [only('results', 'Replace 1 old tool result'), only('messages', 'Remove 8 earlier messages')];
    const preview = ({ skip }: PreviewWishes): Promise<CompactionPreview> => {
      const batches = found.filter(({ kind }) => !skip.includes(kind)).slice(0, 1);
      return Promise.resolve({ tokensBefore: 900, tokensAfter: 500, window: 9_000, batches, cache: null, pinned: [] });
    };
    const { page, fake } = await openPreview({ api: { preview } });
    await page.getByRole('checkbox', { name: /^Replace 1/ }).click();
    await page.getByRole('checkbox', { name: /^Remove 8/, checked: false }).waitFor();
    await page.getByText('Everything is left out.').waitFor();
    await page.getByRole('checkbox', { name: /^Remove 8/ }).click();
    await page.getByRole('checkbox', { name: /^Remove 8/, checked: true }).waitFor();
    await expect.poll(() => page.getByText('Everything is left out.').count()).toBe(0);
    await page.getByRole('dialog').getByText('Compact', { exact: true }).click();
    await expect.poll(() => fake.calls.at(-1)).toEqual(['compact', { skip: ['results'], pin: [] }]);
  });

  it('keeps a pin also where nothing else is left, and forgets a failure once it can be worked out', async () => {
    const pinned = [{ index: 5, title: 'x', tokensBefore: 9, tokensAfter: 9 }];
    const nothing = { tokensBefore: 900, tokensAfter: 900, window: 9_000, batches: [], cache: null };
    let fails = true;
    const preview = (): Promise<CompactionPreview> =>
      fails ? Promise.reject(new Error('not now')) : Promise.resolve({ ...nothing, pinned });
    const savedState = { sessionId: 's', preview: { skip: [], pin: [5] } };
    const { page, fake, host } = await openPreview({ api: { preview }, savedState });
    await page.getByRole('alert').getByText('not now').waitFor();
    fails = false;
    host.emit('changed', { facts: inspectorSnapshot(fake.rows, { ...live, revision: 2 }) });
    await page.getByText('Pinned together with Compact').waitFor();
    await expect.poll(() => page.getByText('not now').count()).toBe(0);
    await page.getByRole('dialog').getByText('Pin', { exact: true }).click();
    await expect.poll(() => fake.calls.at(-1)).toEqual(['compact', { skip: [], pin: [5] }]);
  });

  it('says when nothing is left to compact', async () => {
    const nothing = { tokensBefore: 900, tokensAfter: 900, window: 200_000, batches: [], cache: null, pinned: [] };
    const { page } = await openPreview({ api: { preview: () => Promise.resolve(nothing) } });
    await page.getByText('There is nothing left to compact.').waitFor();
    const compact = page.getByRole('dialog').locator('vscode-button', { hasText: /^\s*Compact\s*$/ });
    expect(await compact.evaluate((button) => button.hasAttribute('disabled'))).toBe(true);
  });

  it('is not offered for a file', async () => {
    const { api } = fakeInspector(syntheticRows(60));
    const { page } = await openView<InspectorHostApi, InspectorEvents>({ view: 'inspector', api });
    await page.getByText('Export…').waitFor();
    expect(await page.getByText('Preview compaction').count()).toBe(0);
  });
});
