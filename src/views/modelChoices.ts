import { l10n, window, type QuickPickItem } from 'vscode';
import type { SettingsReader } from '../config/readSettings';
import type { Settings } from '../config/settings';
import type { ModelChoice } from '../protocol/chat';

/** Ids of choices: `offline`, or `openai:` and the model's name at the server of the settings. */
const OFFLINE = 'offline';
const SERVER_PREFIX = 'openai:';

/** What can answer now: the offline provider and the model the settings name. */
export function modelChoices(settings: Settings): readonly ModelChoice[] {
  const model = settings['openai.model'];
  return [
    {
      id: OFFLINE,
      label: l10n.t('Offline'),
      detail: l10n.t('No model: runs the tool you name and quotes what it gives.'),
    },
    { id: `${SERVER_PREFIX}${model}`, label: model, detail: new URL(settings['openai.baseUrl']).host },
  ];
}

export function currentModelId(settings: Settings): string {
  return settings.provider === 'offline' ? OFFLINE : `${SERVER_PREFIX}${settings['openai.model']}`;
}

/** Writes the choice to the user's settings, where it stays for every window. */
export async function selectModel(reader: SettingsReader, id: string): Promise<void> {
  if (id === OFFLINE) {
    await reader.write('provider', 'offline');
  } else if (id.startsWith(SERVER_PREFIX)) {
    await reader.write('openai.model', id.slice(SERVER_PREFIX.length));
    await reader.write('provider', 'openai');
  }
}

/** Lets the person choose among the models, or type another one's name. */
export async function pickModel(reader: SettingsReader): Promise<void> {
  const settings = reader.read();
  const other = l10n.t('Another model…');
  const choices = modelChoices(settings);
  const items: QuickPickItem[] = choices.map(({ label, detail }) => ({ label, detail }));
  const picked = await window.showQuickPick([...items, { label: other }], { title: l10n.t('Select Model') });
  if (picked === undefined) return;
  const choice = choices.find(({ label }) => label === picked.label);
  if (choice !== undefined) {
    await selectModel(reader, choice.id);
    return;
  }
  const name = await window.showInputBox({
    title: l10n.t('Select Model'),
    prompt: l10n.t('Name of the model, as the server at {0} knows it', new URL(settings['openai.baseUrl']).host),
    value: settings['openai.model'],
  });
  if (name !== undefined && name.trim() !== '') await selectModel(reader, `${SERVER_PREFIX}${name.trim()}`);
}
