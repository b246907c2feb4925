import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbench, type OpenWorkbench } from '../support/openWorkbench';
import { chatPage, createProject, fillContext, inspectorPage, needle, say, type Project } from './support';

let project: Project;
let workbench: OpenWorkbench;

beforeAll(async () => {
  project = await createProject();
  workbench = await openWorkbench({ folder: project.folder, settings: { 'strata.chat.openOnStartup': true } });
});

afterAll(async () => {
  await workbench.close();
  await project.remove();
});

describe('the main job', () => {
  it('answers in the chat with what the tools found', async () => {
    const chat = await workbench.frameWith(chatPage);
    await say(chat, 'read README.md');
    await chat.getByText(needle).first().waitFor();
    await say(chat, 'grep needle');
    expect(await chat.locator('.tool-calls').count()).toBe(2);
    await workbench.screenshot('chat-short');
  });

  it('compresses when the context fills, and says so in the chat and in the status bar', async () => {
    const chat = await workbench.frameWith(chatPage);
    await fillContext(chat);
    await chat
      .getByText(/Layer \d/)
      .first()
      .waitFor();
    const share = workbench.page.locator('#strata\\.strata\\.strata\\.gauge, [id$="strata.gauge"]').first();
    expect(await share.textContent()).toMatch(/\d+ %/);
    await workbench.screenshot('chat-full');
  });

  it('shows each fate in the inspector, and the original of what the model no longer sees', async () => {
    await workbench.runCommand('Strata: Open Inspector');
    const inspector = await workbench.frameWith(inspectorPage);
    const compacted = inspector.getByRole('button', { name: /^compacted, [1-9]/ });
    await compacted.waitFor();
    await workbench.screenshot('inspector');
    await compacted.click();
    const row = inspector.locator('.row .message-line.fate-compacted').first();
    // The rows from before the filter stay in sight until those that pass it have come.
    await expect.poll(() => inspector.locator('.row .message-line.fate-kept').count()).toBe(0);
    await row.waitFor();
    await row.click();
    const detail = inspector.getByRole('complementary', { name: 'Detail' });
    await detail.getByText('Open original').click();
    await workbench.page
      .locator('.monaco-editor .view-lines')
      .getByText(/Hello|needle|value/)
      .first()
      .waitFor();
    await workbench.screenshot('original');
  });

  it('has the conversation again after the window reloads', async () => {
    // VS Code's own command: it keeps the open editors before it reloads, which a reload of the page may come too early for.
    const reloaded = workbench.page.waitForEvent('load');
    await workbench.runCommand('Developer: Reload Window');
    await reloaded;
    const chat = await workbench.frameWith(chatPage);
    await chat.getByText(needle).first().waitFor();
    const inspector = await workbench.frameWith(inspectorPage);
    await inspector.getByRole('button', { name: /^compacted, [1-9]/ }).waitFor();
    await inspector.locator('.row .message-line').first().waitFor();
    await workbench.screenshot('after-reload');
  });
});
