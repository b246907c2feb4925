import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbench, themes, type OpenWorkbench, type ThemeName } from '../support/openWorkbench';
import {
  chatPage,
  createSampleProject,
  inspectorPage,
  say,
  writeWorkspaceSettings,
  type SampleProject,
} from './support';

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

/** Each try that looks at nothing costs a second or more. */
const tries = 20;

async function axeResults(page: Page, view: string, element: string): ReturnType<AxeBuilder['analyze']> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const results = await new AxeBuilder({ page })
      .include({ fromFrames: [view, 'iframe#active-frame', element] })
      .analyze();
    // On a busy machine axe passes over a frame that does not take it in within a second: then it is asked again.
    if (results.passes.length > 5) return results;
  }
  throw new Error('axe looked at nothing');
}

async function seriousFaults(page: Page, view: string, element: string): Promise<string[]> {
  const { violations } = await axeResults(page, view, element);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

let project: SampleProject;
let workbench: OpenWorkbench;

// One start of VS Code for all themes: the theme of an open workbench changes with the settings.
beforeAll(async () => {
  project = await createSampleProject();
  workbench = await openWorkbench({
    folder: project.folder,
    file: project.sample,
    settings: { 'strata.chat.openOnStartup': true },
  });
  await say(await workbench.frameWith(chatPage), 'read README.md');
  const inspector = await workbench.frameWith(`${inspectorPage} .row .message-line`);
  await inspector.locator('.row .message-line:not(.fate-kept)').first().click();
  await inspector.getByRole('complementary', { name: 'Detail' }).waitFor();
});

afterAll(async () => {
  await workbench.close();
  await project.remove();
});

describe.each(themeNames)('in the theme %s', (theme) => {
  it('has no serious fault in the chat and in the inspector', async () => {
    await writeWorkspaceSettings(project, { 'workbench.colorTheme': themes[theme] });
    const chat = await workbench.frameWith(`body.${themeClasses[theme]} ${chatPage}`);
    await chat.locator('.assistant').first().waitFor();
    const inspector = await workbench.frameWith(`body.${themeClasses[theme]} ${inspectorPage} .row .message-line`);
    await inspector.getByRole('complementary', { name: 'Detail' }).waitFor();
    await workbench.screenshot(`accessibility-${theme}`);
    expect(await seriousFaults(workbench.page, chatView, chatPage)).toEqual([]);
    expect(await seriousFaults(workbench.page, inspectorEditor, inspectorPage)).toEqual([]);
  });
});
