import { commands, l10n, window } from 'vscode';
import type { CommandId } from '../config/commands';

/** Tells a person that a setting does not hold as it is written, with a way to put it right. */
export async function showSettingWarning(warning: string): Promise<void> {
  const openSettings = l10n.t('Open Settings');
  const answer = await window.showWarningMessage(warning, openSettings);
  if (answer === openSettings) await commands.executeCommand('strata.openSettings' satisfies CommandId);
}
