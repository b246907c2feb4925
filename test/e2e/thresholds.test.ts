import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbench, themesToSee, type OpenWorkbench } from '../support/openWorkbench';
import { createSampleProject, inspectorPage, writeWorkspaceSettings, type SampleProject } from './support';

/** Far below what the sample's session had: more of it goes, and earlier. */
const stricter = { 'strata.layer1.inputHeadroomRatio': 0.3, 'strata.layer1.compactTargetRatio': 0.2 };

let project: SampleProject;
let workbench: OpenWorkbench | undefined;

beforeAll(async () => {
  project = await createSampleProject();
});

afterEach(async () => {
  await writeWorkspaceSettings(project, {});
  await workbench?.close();
  workbench = undefined;
});

afterAll(() => project.remove());

async function keptMessages(inspector: Frame): Promise<number> {
  const chip = inspector.getByRole('button', { name: /^kept, / });
  return Number(/\d+/u.exec((await chip.getAttribute('aria-label')) ?? '')?.[0]);
}

describe.each(themesToSee('dark', 'light', 'highContrast'))('a threshold that moves, in the theme %s', (theme) => {
  it('recolours an open session, and gives the recording back when it is put back', async () => {
    workbench = await openWorkbench({
      theme,
      folder: project.folder,
      file: project.sample,
    });
    const inspector = await workbench.frameWith(`${inspectorPage} .row .message-line`);
    await inspector.getByText('recorded', { exact: true }).waitFor();
    const before = await keptMessages(inspector);
    await writeWorkspaceSettings(project, stricter);
    await inspector.getByText('replayed').waitFor();
    await workbench.screenshot(`threshold-${theme}`);
    await expect.poll(() => keptMessages(inspector)).toBeLessThan(before);
    await writeWorkspaceSettings(project, {});
    await inspector.getByText('recorded', { exact: true }).waitFor();
    await expect.poll(() => keptMessages(inspector)).toBe(before);
  });
});
