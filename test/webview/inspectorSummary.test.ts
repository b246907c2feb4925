import { describe, expect, it } from 'vitest';
import type { InspectorEvents, InspectorHostApi } from '../../src/protocol/inspector';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import type { Row } from '../../src/protocol/inspectorRows';
import { fakeInspector, summaryRow, syntheticRows, type FakeInspector } from './support/inspectorHost';
import { axeFindings, openView, type OpenView } from './support/openView';
import { fewThemeNames, type ThemeName } from './support/themes';

const live = { kind: 'live', sessionId: 's' } as const;

/** The rows of a session with one summary, before its 56th message. */
function summarizedRows(): readonly Row[] {
  const rows = syntheticRows(120);
  const place = rows.findIndex((row) => row.kind === 'message' && row.index === 56);
  return [...rows.slice(0, place), summaryRow, ...rows.slice(place)];
}

const summarized = summarizedRows().find((row) => row.kind === 'message' && row.fate === 'summarized');
const index = summarized?.kind === 'message' ? summarized.index : -1;

interface Open extends OpenView<InspectorEvents> {
  readonly fake: FakeInspector;
}

async function open(
  savedState: unknown,
  changes: Partial<InspectorSnapshot> = live,
  theme: ThemeName = 'dark',
): Promise<Open> {
  const fake = fakeInspector(summarizedRows(), changes);
  const viewport = { width: 1400, height: 1000 };
  const view = await openView<InspectorHostApi, InspectorEvents>({
    view: 'inspector',
    api: fake.api,
    theme,
    savedState,
    viewport,
  });
  await view.page.locator('.row .line').first().waitFor();
  return { ...view, fake };
}

const atMessage = { sessionId: 's', selection: { kind: 'message', index }, tab: 'context', following: false };
const atDecision = { sessionId: 's', selection: { kind: 'decision', id: summaryRow.id }, following: false };

describe.each(fewThemeNames)('a summary in the inspector, %s', (theme) => {
  it('stands for the message in its detail, and says how it came about', async () => {
    const { page, screenshot } = await open(atMessage, live, theme);
    await page.getByText('The message itself is not in the context.').waitFor();
    await screenshot(`inspector-summarized-${theme}`);
    expect(await axeFindings(page)).toEqual([]);
    const detail = await page.getByRole('complementary', { name: 'Detail' }).innerText();
    expect(detail).toContain('This summary stands for it and 47 others.');
    expect(detail).toContain('Summary in part by gpt-5-mini, the rest without a model, in 3 parts');
    expect(detail).toContain('31 facts: 20 in the summary, 9 listed, 2 behind the pointer');
    expect(detail).toContain('The whole conversation: the model took too long.');
    expect(detail).toContain('2 messages for the size');
    await page.getByRole('region', { name: 'The summary the model sees in its place' }).waitFor();
  });

  it('lists what it covers and what it costs', async () => {
    const { page, screenshot } = await open(atDecision, live, theme);
    await page.getByText('Messages it stands for').waitFor();
    await screenshot(`inspector-summary-decision-${theme}`);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByText('re-reads 76,000 tokens once, pays back after 10 calls').first().waitFor();
  });
});

describe('provenance', () => {
  it('leads from a message to its summary, wherever that stands, and back to the first message', async () => {
    const { page } = await open(atMessage);
    await page.getByRole('button', { name: 'Show the decision' }).click();
    await page.getByText('Messages it stands for').waitFor();
    await expect
      .poll(() => page.locator('.row[aria-selected="true"]').getAttribute('aria-label'))
      .toContain('re-reads 76,000 tokens once, pays back after 10 calls');
    await page.locator('.covered-message').first().click();
    await page.getByText('Message 2 ·').waitFor();
    await expect.poll(() => page.locator('.row[aria-selected="true"]').getAttribute('aria-posinset')).not.toBe(null);
  });

  it('puts one message back, from where it shows and from beside the batch', async () => {
    const { page, fake } = await open(atMessage);
    await page.getByText('Put this message back').click();
    await expect.poll(() => fake.calls.at(-1)).toEqual(['restore', { index }]);
    await page.getByRole('tab', { name: /^Why/ }).click();
    const step = page.locator('.why-step');
    await step.getByText('Undo batch of 5').waitFor();
    await step.getByText('Put this message back').click();
    await expect.poll(() => fake.calls.filter(([method]) => method === 'restore').length).toBe(2);
  });

  it('puts nothing back in a file', async () => {
    const { page } = await open({ ...atMessage, sessionId: null }, {});
    await page.getByText('The message itself is not in the context.').waitFor();
    expect(await page.getByText('Put this message back').count()).toBe(0);
  });
});

describe('what surrounds the rows', () => {
  it('tells of the cached prefix, the error band and the floor', async () => {
    const floor = 'What always stays takes 12 300 tokens, more than the 9 800 that pruning aims at.';
    const { page, screenshot } = await open({}, { ...live, counted: 'estimated', errorBand: 0.07, floor });
    await page.getByRole('status').getByText(floor).waitFor();
    await page.getByText('cached prefix 93% of the last 20 calls').waitFor();
    await page.getByText('estimated ±7%').waitFor();
    await page.getByRole('img', { name: /Of the last 20 calls, 93% began as the call before\./ }).waitFor();
    await screenshot('inspector-floor');
    expect(await axeFindings(page)).toEqual([]);
  });
});
