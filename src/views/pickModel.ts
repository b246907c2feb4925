import { QuickPickItemKind, l10n, window, type QuickPickItem } from 'vscode';
import { needsApiKey } from '../config/apiKeyRule';
import type { SettingsReader } from '../config/readSettings';
import type { ApiKeys } from '../platform/secrets';
import { ProviderError } from '../providers/chatProvider';
import { findLocalServers, type LocalServer } from '../providers/localServers';
import { listModels, type ListedModel } from '../providers/modelList';
import { vscodeModels, type VscodeModel } from '../providers/vscodeLm';
import { askForKey } from './apiKeyCommands';
import { KNOWN_SERVERS } from './knownServers';
import { modelChoices, selectModel, selectServerModel, selectVscodeModel } from './modelChoices';
import type { ModelWindows } from './modelWindows';

export interface PickModelServices {
  readonly settings: SettingsReader;
  readonly keys: ApiKeys;
  readonly windows: ModelWindows;
}

/** Milliseconds a server may take to list its models. */
const LIST_PATIENCE = 15_000;

interface ModelItem extends QuickPickItem {
  /** What choosing it does; headings do nothing. */
  readonly choose?: () => Promise<void>;
}

/**
 * Lets the person choose among everything that could answer: what the settings name, models of other extensions, servers on
 * this machine and the models of the server in the settings. The list fills while it is open; nothing is asked before.
 */
export async function pickModel(services: PickModelServices): Promise<void> {
  const picker = window.createQuickPick<ModelItem>();
  picker.title = l10n.t('Select Model');
  picker.placeholder = l10n.t('Type to search all models');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.busy = true;
  const groups: ModelItem[][] = [chosenItems(services), [], [], [], otherItems(services)];
  const show = (group: number, items: readonly ModelItem[]): void => {
    groups[group] = [...items];
    picker.items = groups.flat();
  };
  show(0, groups[0] ?? []);
  const baseUrl = services.settings.read()['openai.baseUrl'];
  const filling = Promise.allSettled([
    findLocalServers().then((servers) => {
      // The server of the settings has a group of its own.
      const others = servers.filter((server) => new URL(server.baseUrl).host !== new URL(baseUrl).host);
      show(1, localItems(services, others));
    }),
    vscodeModels().then((models) => {
      show(2, vscodeItems(services, models));
    }),
    serverItems(services, baseUrl).then((items) => {
      show(3, items);
    }),
  ]);
  void filling.then(() => {
    picker.busy = false;
  });
  const picked = await new Promise<ModelItem | undefined>((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]);
    });
    picker.onDidHide(() => {
      resolve(undefined);
    });
    picker.show();
  });
  picker.dispose();
  await picked?.choose?.();
}

function chosenItems({ settings }: PickModelServices): ModelItem[] {
  return [
    heading(l10n.t('In the settings')),
    ...modelChoices(settings.read()).map(({ id, label, detail }) => ({
      label,
      description: detail,
      choose: () => selectModel(settings, id),
    })),
  ];
}

function localItems(services: PickModelServices, servers: readonly LocalServer[]): ModelItem[] {
  const items = servers.flatMap(({ name, baseUrl, models }) =>
    models.map((model) => ({
      label: l10n.t('{0} · {1} (local)', name, model.id),
      description: windowWords(model.window),
      choose: () => chooseListed(services, baseUrl, model),
    })),
  );
  return items.length === 0 ? [] : [heading(l10n.t('On this machine')), ...items];
}

function vscodeItems({ settings }: PickModelServices, models: readonly VscodeModel[]): ModelItem[] {
  const items = models.map(({ id, name, window: tokens }) => ({
    label: name,
    description: `${id} · ${windowWords(tokens)}`,
    choose: () => selectVscodeModel(settings, id),
  }));
  return items.length === 0 ? [] : [heading(l10n.t('Of other extensions')), ...items];
}

async function serverItems(services: PickModelServices, baseUrl: string): Promise<ModelItem[]> {
  const { settings, keys } = services;
  const { host } = new URL(baseUrl);
  const apiKey = (await keys.get(baseUrl)) ?? undefined;
  const setKey = (): ModelItem => ({
    label: l10n.t('$(key) Set the API key for {0} to see its models…', host),
    alwaysShow: true,
    choose: () => keyThenModels(services, baseUrl),
  });
  // Nothing goes to a server that would refuse it.
  if (apiKey === undefined && needsApiKey(baseUrl)) return [heading(host), setKey()];
  try {
    const headers = settings.read()['openai.headers'];
    const models = await listModels({ baseUrl, apiKey, headers, timeoutMilliseconds: LIST_PATIENCE });
    const items = models.map((model) => ({
      label: model.name,
      description: [model.name === model.id ? '' : model.id, windowWords(model.window)].filter(Boolean).join(' · '),
      choose: () => chooseListed(services, baseUrl, model),
    }));
    return [heading(host), ...items];
  } catch (error) {
    if (error instanceof ProviderError && error.reason === 'authentication') return [heading(host), setKey()];
    const detail = error instanceof Error ? error.message : String(error);
    return [heading(host), { label: l10n.t('$(warning) {0} did not list its models', host), detail, alwaysShow: true }];
  }
}

function otherItems(services: PickModelServices): ModelItem[] {
  return [
    heading(''),
    { label: l10n.t('Another model…'), alwaysShow: true, choose: () => typeModel(services) },
    { label: l10n.t('Another server…'), alwaysShow: true, choose: () => pickServer(services) },
  ];
}

async function chooseListed(services: PickModelServices, baseUrl: string, model: ListedModel): Promise<void> {
  await services.windows.set(baseUrl, model.id, model.window);
  await selectServerModel(services.settings, baseUrl, model.id);
}

async function keyThenModels(services: PickModelServices, baseUrl: string): Promise<void> {
  if (await askForKey(services.keys, baseUrl)) await pickModel(services);
}

async function typeModel({ settings }: PickModelServices): Promise<void> {
  const { 'openai.baseUrl': baseUrl, 'openai.model': value } = settings.read();
  const name = await window.showInputBox({
    title: l10n.t('Select Model'),
    prompt: l10n.t('Name of the model, as the server at {0} knows it', new URL(baseUrl).host),
    value,
  });
  if (name !== undefined && name.trim() !== '') await selectServerModel(settings, baseUrl, name.trim());
}

async function pickServer(services: PickModelServices): Promise<void> {
  const title = l10n.t('Select Server');
  const typed = l10n.t('Type a base URL…');
  const items = KNOWN_SERVERS.map(({ name, baseUrl }) => ({ label: name, description: baseUrl }));
  const picked = await window.showQuickPick([...items, { label: typed, description: '' }], { title });
  if (picked === undefined) return;
  const isWhole = picked.description !== '' && !picked.description.includes('<');
  const address = isWhole ? picked.description : await typeAddress(title, picked.description);
  if (address === undefined) return;
  await services.settings.write('openai.baseUrl', address);
  const wantsKey = needsApiKey(address) && (await services.keys.get(address)) === null;
  if (!wantsKey || (await askForKey(services.keys, address))) await pickModel(services);
}

function typeAddress(title: string, value: string): Thenable<string | undefined> {
  return window.showInputBox({
    title,
    prompt: l10n.t('Address of the server, up to and including the version'),
    value,
    validateInput: (text) =>
      URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/[<>]/.test(text)
        ? null
        : l10n.t('This must be an http or https address.'),
  });
}

function heading(label: string): ModelItem {
  return { label, kind: QuickPickItemKind.Separator };
}

function windowWords(tokens: number | null): string {
  return tokens === null ? '' : l10n.t('{0} tokens', tokens.toLocaleString());
}
