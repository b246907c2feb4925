import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../support/axeFindings';
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
    expect(await axeFindings(chat, chatPage)).toEqual([]);
    expect(await axeFindings(inspector, inspectorPage)).toEqual([]);
  });
});
