import { describe, expect, it } from 'vitest';
import type { InspectorEvents, InspectorHostApi } from '../../src/protocol/inspector';
import type { InspectorSnapshot, ProblemRow } from '../../src/protocol/inspectorFacts';
import { fakeInspector, syntheticRows, type FakeInspector } from './support/inspectorHost';
import { axeFindings, openView, type OpenView } from './support/openView';

async function open(changes: Partial<InspectorSnapshot>): Promise<OpenView<InspectorEvents> & { fake: FakeInspector }> {
  const fake = fakeInspector(syntheticRows(40), changes);
  const view = await openView<InspectorHostApi, InspectorEvents>({ view: 'inspector', api: fake.api });
  await view.page.locator('.row .line').first().waitFor();
  return { ...view, fake };
}

const problem = (severity: ProblemRow['severity'], line: number): ProblemRow => ({
  severity,
  line,
  byteOffset: line * 1_000,
  reason: `<b>${severity}</b> in record ${String(line)}`,
});

describe('problems', () => {
  const problems = [
    ...Array.from({ length: 150 }, (_, place) => problem('info', place + 1)),
    problem('error', 12),
    problem('error', 13),
    problem('warning', 14),
    { ...problem('info', 1), reason: '500 more problems are not listed.', more: 500 },
  ];

  it('are counted in the header, which leads to them, the worst first', async () => {
    const { page } = await open({ problems });
    await page.getByRole('button', { name: '3 problems', exact: true }).click();
    const toggle = page.getByRole('button', {
      name: '3 problems while reading the file: 2 errors, 1 warning · 650 notes',
    });
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.locator('.problem-group').allTextContents()).toEqual([
      expect.stringContaining('2 errors'),
      expect.stringContaining('1 warning'),
      expect.stringContaining('650 notes'),
    ]);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('are not what the notes are, which are counted by themselves where there is nothing worse', async () => {
    const { page } = await open({ problems: problems.slice(0, 150) });
    await page.getByRole('button', { name: '150 notes', exact: true }).click();
    await page.getByRole('button', { name: '150 notes on reading the file' }).waitFor();
    expect(await page.getByText('problem').count()).toBe(0);
  });

  it('say line, byte and reason, and open the file at the line', async () => {
    const { page, fake } = await open({ problems });
    await page.getByRole('button', { name: '3 problems', exact: true }).click();
    const first = page.locator('.problem').first();
    expect(await first.textContent()).toMatch(/Line 12, byte 12[\s,.]?000.*<b>error<\/b> in record 12/);
    await first.getByRole('button', { name: 'Open at line 12' }).click();
    expect(fake.calls).toContainEqual(['openSourceLine', { line: 12, byteOffset: 12_000 }]);
  });

  it('are gone through by keys, and drawn in parts', async () => {
    const { page, fake } = await open({ problems });
    await page.getByRole('button', { name: '3 problems', exact: true }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(fake.calls.at(-1)).toEqual(['openSourceLine', { line: 13, byteOffset: 13_000 }]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(fake.calls.at(-1)).toEqual(['openSourceLine', { line: 14, byteOffset: 14_000 }]);
    expect(await page.locator('.problem').count()).toBe(103);
    await page.getByRole('button', { name: 'Show 50 more' }).click();
    expect(await page.locator('.problem').count()).toBe(153);
    await page.getByText('500 more are not listed').waitFor();
  });
});

describe('a file that is gone', () => {
  it('is told of beside what was read of it, until it is back', async () => {
    const { page, fake, host } = await open({ lostFile: 'a.jsonl cannot be read: there is no such file.' });
    await page.getByRole('status').filter({ hasText: 'there is no such file. What was read stays here' }).waitFor();
    expect(await page.locator('.row .line').count()).toBeGreaterThan(5);
    expect(await axeFindings(page)).toEqual([]);
    fake.snapshot = { ...fake.snapshot, lostFile: null, revision: 2 };
    host.emit('changed', { facts: fake.snapshot });
    await expect.poll(() => page.getByText('there is no such file').count()).toBe(0);
  });
});

describe('a file with several sessions', () => {
  const sessions = { shown: 1, count: 200, title: 'Fix the <i>race</i> in the upload test' };

  it('says which one shows, and leads to the others', async () => {
    const { page, fake } = await open({ sessions });
    const button = page.getByRole('button', { name: /^Session 2 of 200: Fix the <i>race/ });
    expect(await axeFindings(page)).toEqual([]);
    await button.click();
    expect(fake.calls.at(-1)?.[0]).toBe('chooseSession');
  });

  it('brings back the one that showed before a reload, and what one looked at in it', async () => {
    const fake = fakeInspector(syntheticRows(40), { sessions });
    const restoreSession: InspectorHostApi['restoreSession'] = (params) => {
      fake.calls.push(['restoreSession', params]);
      fake.snapshot = { ...fake.snapshot, sessions: { ...sessions, shown: params.session }, revision: 2 };
      return Promise.resolve();
    };
    const { page } = await openView<InspectorHostApi, InspectorEvents>({
      view: 'inspector',
      api: { ...fake.api, restoreSession },
      savedState: { sessionId: 'session 7', session: 7, selection: { kind: 'message', index: 3 } },
    });
    await page.getByRole('button', { name: /^Session 8 of 200/ }).waitFor();
    await page.locator('.row[aria-selected="true"]').waitFor();
    expect(fake.calls.filter(([method]) => method === 'restoreSession')).toEqual([['restoreSession', { session: 7 }]]);
  });

  it('keeps which one shows, and asks for nothing where that shows already', async () => {
    const fake = fakeInspector(syntheticRows(40), { sessions });
    const savedState = { sessionId: 'session 1', session: 1 };
    const view = await openView<InspectorHostApi, InspectorEvents>({ view: 'inspector', api: fake.api, savedState });
    await view.page.getByRole('button', { name: /^Session 2 of 200/ }).waitFor();
    fake.snapshot = { ...fake.snapshot, sessions: { ...sessions, shown: 4 }, revision: 2 };
    view.host.emit('changed', { facts: fake.snapshot });
    await view.page.getByRole('button', { name: /^Session 5 of 200/ }).waitFor();
    expect(await view.savedState()).toMatchObject({ session: 4 });
    expect(fake.calls.map(([method]) => method)).not.toContain('restoreSession');
  });

  it('starts afresh with another one', async () => {
    const { page, fake, host } = await open({ sessions });
    await page.locator('.row').nth(5).click();
    await page.locator('.row[aria-selected="true"]').waitFor();
    fake.snapshot = { ...fake.snapshot, sessions: { ...sessions, shown: 2, title: 'Another' }, revision: 2 };
    host.emit('changed', { facts: fake.snapshot });
    await page.getByRole('button', { name: 'Session 3 of 200: Another' }).waitFor();
    await expect.poll(() => page.locator('.detail').count()).toBe(0);
  });
});
