import { describe, expect, it } from 'vitest';
import type { InspectorEvents, InspectorHostApi } from '../../src/protocol/inspector';
import { fakeInspector, syntheticRows } from './support/inspectorHost';
import { axeFindings, openView } from './support/openView';
import { themeNames } from './support/themes';

const selectedDetail = { selection: { kind: 'message', index: 7 }, tab: 'why', following: false };

describe.each(themeNames)('the inspector, %s', (theme) => {
  it('shows overview, timeline and detail without serious faults', async () => {
    const { api } = fakeInspector(syntheticRows(600));
    const view = await openView<InspectorHostApi, InspectorEvents>({
      view: 'inspector',
      api,
      theme,
      viewport: { width: 1400, height: 900 },
      savedState: selectedDetail,
    });
    await view.page.getByText('The limit is').waitFor();
    await view.page.getByRole('treeitem', { name: /^Turn 1/ }).waitFor();
    await view.screenshot(`inspector-${theme}`);
    expect(await axeFindings(view.page)).toEqual([]);
  });
});

describe('a narrow inspector', () => {
  it('has the detail under the list and nothing wider than itself', async () => {
    const { api } = fakeInspector(syntheticRows(600), {
      problems: [{ severity: 'warning', line: 12, byteOffset: 900, reason: 'The line is not JSON.' }],
      tooLarge: 'The system prompt and the pinned messages alone are larger than the window.',
    });
    const viewport = { width: 480, height: 900 };
    const view = await openView<InspectorHostApi, InspectorEvents>({
      view: 'inspector',
      api,
      viewport,
      savedState: { ...selectedDetail, tab: 'context', chartOpen: false, problemsOpen: true },
    });
    await view.page.getByText('Open original').waitFor();
    await view.screenshot('inspector-narrow');
    expect(await axeFindings(view.page)).toEqual([]);
    expect(await view.page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    const list = await view.page.getByRole('tree', { name: 'Timeline' }).boundingBox();
    const detail = await view.page.getByRole('complementary', { name: 'Detail' }).boundingBox();
    expect(detail?.y).toBeGreaterThan((list?.y ?? Infinity) + (list?.height ?? 0) - 1);
  });
});
