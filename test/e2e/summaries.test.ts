import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbench, themesToSee, type OpenWorkbench } from '../support/openWorkbench';
import { chatPage, createProject, inspectorPage, say, type Project } from './support';

let project: Project;
let workbench: OpenWorkbench | undefined;

beforeAll(async () => {
  project = await createProject();
});

afterAll(async () => {
  await workbench?.close();
  await project.remove();
});

async function count(inspector: Frame, fate: string): Promise<number> {
  const chip = inspector.getByRole('button', { name: new RegExp(`^${fate}, `, 'u') });
  return Number(/\d+/u.exec((await chip.getAttribute('aria-label')) ?? '')?.[0]);
}

describe.each(themesToSee('dark', 'light', 'highContrast'))('summaries, in the theme %s', (theme) => {
  it('are previewed, written, shown with what survived, and single messages put back', async () => {
    await workbench?.close();
    workbench = await openWorkbench({ theme, folder: project.folder, settings: { 'strata.chat.openOnStartup': true } });
    const chat = await workbench.frameWith(chatPage);
    await say(chat, 'read README.md');
    for (const part of [1, 2, 3]) await say(chat, `read src/part${String(part)}.ts`);
    await workbench.runCommand('Strata: Open Inspector');
    const inspector = await workbench.frameWith(`${inspectorPage} .row .message-line`);
    await inspector.getByRole('button', { name: 'Preview compaction' }).click();
    const panel = inspector.getByRole('dialog');
    await panel.getByRole('button', { name: 'Compact', exact: true }).waitFor();
    await workbench.screenshot(`preview-${theme}`);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    expect(await count(inspector, 'compacted')).toBe(0);
    const box = chat.getByRole('textbox', { name: 'Message' });
    await box.fill('/summarize');
    await box.press('Enter');
    await chat
      .getByText(/Layer 3/u)
      .first()
      .waitFor();
    await expect.poll(() => count(inspector, 'summarized')).toBeGreaterThan(0);
    const before = await count(inspector, 'summarized');
    await inspector.locator('.row .message-line.fate-summarized').first().click();
    const detail = inspector.getByRole('complementary', { name: 'Detail' });
    await detail
      .getByText(/This summary stands for it and \d+ others/u)
      .first()
      .waitFor();
    await workbench.screenshot(`summary-${theme}`);
    await detail.getByRole('button', { name: 'Put this message back' }).first().click();
    await expect.poll(() => count(inspector, 'summarized')).toBeLessThan(before);
  });
});
