import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbench, type OpenWorkbench } from '../support/openWorkbench';
import { repositoryRoot } from '../support/repositoryRoot';
import { createProject, inspectorPage, type Project } from './support';

const fixture = '12-one-message-many-lines.jsonl';

let project: Project;
let workbench: OpenWorkbench;

beforeAll(async () => {
  project = await createProject();
  await copyFile(join(repositoryRoot, 'test', 'fixtures', 'cases', fixture), join(project.folder, fixture));
  workbench = await openWorkbench({ folder: project.folder });
});

afterAll(async () => {
  await workbench.close();
  await project.remove();
});

describe('a session of another agent', () => {
  it('opens from the menu of the explorer, read-only', async () => {
    const { page } = workbench;
    // The menus are complete once the extension is known.
    await page.locator('.activitybar').getByRole('tab', { name: 'Strata' }).waitFor();
    await page.locator('.explorer-folders-view').getByText(fixture).click({ button: 'right' });
    await page.getByText('Open Transcript…').first().click();
    const inspector = await workbench.frameWith(`${inspectorPage} .row .message-line`);
    await inspector.getByText('Claude Code').or(inspector.getByText('claude-code')).first().waitFor();
    expect(await inspector.locator('.row .message-line').count()).toBeGreaterThan(2);
    await workbench.screenshot('transcript');
    await inspector.locator('.row .message-line').last().click();
    const detail = inspector.getByRole('complementary', { name: 'Detail' });
    await detail.getByText('Open original').waitFor();
    expect(await detail.getByText('Pin', { exact: true }).count()).toBe(0);
  });

  it('opens as text by itself: the inspector is offered, not imposed', async () => {
    await workbench.page.locator('.explorer-folders-view').getByText(fixture).dblclick();
    await workbench.page.locator('.monaco-editor .view-lines').first().waitFor();
  });
});
