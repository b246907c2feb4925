import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbench, themes, type OpenWorkbench, type ThemeName } from '../support/openWorkbench';
import { repositoryRoot } from '../support/repositoryRoot';
import { chatPage, createProject, inspectorPage, say } from './support';

/** The class that VS Code gives a page for each theme. */
const themeClasses: Record<ThemeName, string> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  highContrast: 'vscode-high-contrast',
  highContrastLight: 'vscode-high-contrast-light',
};

const themeNames = Object.keys(themes) as ThemeName[];

/** Our page is the document inside the frame that VS Code makes for it. */
const chatView = 'iframe.webview[src*="purpose=webviewView"]';
const inspectorEditor = 'iframe.webview:not([src*="purpose=webviewView"])';

async function seriousFaults(page: Page, view: string, element: string): Promise<string[]> {
  const { violations, passes } = await new AxeBuilder({ page })
    .include({ fromFrames: [view, 'iframe#active-frame', element] })
    .analyze();
  expect(passes.length, 'axe looked at nothing').toBeGreaterThan(5);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

let project: Awaited<ReturnType<typeof createProject>>;
let workbench: OpenWorkbench | undefined;

beforeAll(async () => {
  project = await createProject();
  const sample = join(repositoryRoot, 'media', 'sample', 'session.strata.jsonl');
  await copyFile(sample, join(project.folder, 'session.strata.jsonl'));
});

afterEach(async () => {
  await workbench?.close();
  workbench = undefined;
});

afterAll(() => project.remove());

describe.each(themeNames)('in the theme %s', (theme) => {
  it('has no serious fault in the chat and in the inspector', async () => {
    workbench = await openWorkbench({
      theme,
      folder: project.folder,
      file: join(project.folder, 'session.strata.jsonl'),
      settings: { 'strata.chat.openOnStartup': true },
    });
    const chat = await workbench.frameWith(`body.${themeClasses[theme]} ${chatPage}`);
    await say(chat, 'read README.md');
    const inspector = await workbench.frameWith(`body.${themeClasses[theme]} ${inspectorPage} .row .message-line`);
    await inspector.locator('.row .message-line:not(.fate-kept)').first().click();
    await inspector.getByRole('complementary', { name: 'Detail' }).waitFor();
    await workbench.screenshot(`accessibility-${theme}`);
    expect(await seriousFaults(workbench.page, chatView, chatPage)).toEqual([]);
    expect(await seriousFaults(workbench.page, inspectorEditor, inspectorPage)).toEqual([]);
  });
});
