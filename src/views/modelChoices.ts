import { l10n } from 'vscode';
import type { SettingsReader } from '../config/readSettings';
import type { Settings } from '../config/settings';
import type { ModelChoice } from '../protocol/chat';

/** Ids of choices: `offline`, or the provider and the model's name as it knows it. */
const OFFLINE = 'offline';
const SERVER_PREFIX = 'openai:';
const VSCODE_PREFIX = 'vscodeLm:';

/** What can answer now: the offline provider and the models the settings name. */
export function modelChoices(settings: Settings): readonly ModelChoice[] {
  const model = settings['openai.model'];
  const vscodeModel = settings['vscodeLm.model'];
  const showsVscode = vscodeModel !== '' || settings.provider === 'vscodeLm';
  return [
    {
      id: OFFLINE,
      label: l10n.t('Offline'),
      detail: l10n.t('No model: runs the tool you name and quotes what it gives.'),
    },
    { id: `${SERVER_PREFIX}${model}`, label: model, detail: new URL(settings['openai.baseUrl']).host },
    ...(showsVscode
      ? [
          {
            id: `${VSCODE_PREFIX}${vscodeModel}`,
            label: vscodeModel === '' ? l10n.t('First model of VS Code') : vscodeModel,
            detail: 'VS Code',
          },
        ]
      : []),
  ];
}

export function currentModelId(settings: Settings): string {
  switch (settings.provider) {
    case 'offline':
      return OFFLINE;
    case 'openai':
      return `${SERVER_PREFIX}${settings['openai.model']}`;
    case 'vscodeLm':
      return `${VSCODE_PREFIX}${settings['vscodeLm.model']}`;
  }
}

/** Writes the choice to the user's settings, where it stays for every window. */
export async function selectModel(reader: SettingsReader, id: string): Promise<void> {
  if (id === OFFLINE) {
    await reader.write('provider', 'offline');
  } else if (id.startsWith(SERVER_PREFIX)) {
    await reader.write('openai.model', id.slice(SERVER_PREFIX.length));
    await reader.write('provider', 'openai');
  } else if (id.startsWith(VSCODE_PREFIX)) {
    await reader.write('vscodeLm.model', id.slice(VSCODE_PREFIX.length));
    await reader.write('provider', 'vscodeLm');
  }
}

/** Chooses a model at a server, which may be another one than before. */
export async function selectServerModel(reader: SettingsReader, baseUrl: string, model: string): Promise<void> {
  if (reader.read()['openai.baseUrl'] !== baseUrl) await reader.write('openai.baseUrl', baseUrl);
  await selectModel(reader, `${SERVER_PREFIX}${model}`);
}

/** Chooses a model of another extension. */
export async function selectVscodeModel(reader: SettingsReader, id: string): Promise<void> {
  await selectModel(reader, `${VSCODE_PREFIX}${id}`);
}
