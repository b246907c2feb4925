import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Settings by full id, as they stand in settings.json. */
export type UserSettings = Record<string, unknown>;

/** A quiet workbench: nothing of its own opens, calls out or talks about AI. */
const quiet: UserSettings = {
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'security.workspace.trust.startupPrompt': 'never',
  // The file of a URL is opened before extensions are known, except where a setting names its editor: then VS Code waits.
  'workbench.editorAssociations': { '*.strata.jsonl': 'strata.session' },
  'git.openRepositoryInParentFolders': 'never',
};

/**
 * Writes the user settings of a server's data folder, before or after its start.
 *
 * @param settings win over the quiet defaults.
 */
export async function writeUserSettings(dataFolder: string, settings: UserSettings): Promise<void> {
  const text = JSON.stringify({ ...quiet, ...settings }, undefined, 2);
  for (const kind of ['User', 'Machine']) {
    const folder = join(dataFolder, 'data', kind);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'settings.json'), kind === 'User' ? text : '{}');
  }
}
