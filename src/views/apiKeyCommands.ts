import { l10n, window } from 'vscode';
import type { SettingsReader } from '../config/readSettings';
import type { ApiKeys } from '../platform/secrets';

/** Asks for the key of the server in the settings and keeps it in VS Code's encrypted storage. */
export async function setApiKey(keys: ApiKeys, settings: SettingsReader): Promise<void> {
  const baseUrl = settings.read()['openai.baseUrl'];
  if (!(await askForKey(keys, baseUrl))) return;
  void window.showInformationMessage(l10n.t('The key for {0} is kept.', new URL(baseUrl).host));
}

/** @returns whether there is a key now that was not there before */
export async function askForKey(keys: ApiKeys, baseUrl: string): Promise<boolean> {
  const key = await window.showInputBox({
    title: l10n.t('API key for {0}', new URL(baseUrl).host),
    prompt: l10n.t('Kept in the encrypted storage of VS Code, for this server only.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (key === undefined || key.trim() === '') return false;
  await keys.set(baseUrl, key.trim());
  return true;
}

export async function clearApiKey(keys: ApiKeys, settings: SettingsReader): Promise<void> {
  const baseUrl = settings.read()['openai.baseUrl'];
  await keys.clear(baseUrl);
  void window.showInformationMessage(l10n.t('The key for {0} is removed.', new URL(baseUrl).host));
}
