import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SettingsReader } from '../../../src/config/readSettings';
import { validateSettings } from '../../../src/config/validateSettings';
import { pickModel } from '../../../src/views/pickModel';
import { say } from '../../support/scriptedServer/replies';
import { startScriptedServer } from '../../support/scriptedServer/scriptedServer';
import { fakeModel, models } from '../../support/fakeVscode/languageModels';
import { eventually } from '../../support/eventually';

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

/** The list a person would see, and the hand that chooses. */
const list = vi.hoisted(() => ({
  items: [] as readonly Item[],
  busy: false,
  selectedItems: [] as readonly Item[],
  accept: (): void => undefined,
  hide: (): void => undefined,
}));

vi.mock('vscode', async () => {
  const { fakeVscode } = await import('../../support/fakeVscode/languageModels');
  const quickPick = Object.assign(list, {
    onDidAccept: (listener: () => void) => (list.accept = listener),
    onDidHide: (listener: () => void) => (list.hide = listener),
    show: () => undefined,
    dispose: () => undefined,
  });
  return { ...fakeVscode, QuickPickItemKind: { Separator: -1 }, window: { createQuickPick: () => quickPick } };
});

vi.mock('../../../src/providers/localServers', () => ({
  findLocalServers: async () => [
    {
      name: 'Ollama',
      baseUrl: 'http://127.0.0.1:11434/v1',
      models: [{ id: 'llama3', name: 'llama3', window: 8_192, owner: 'library' }],
    },
  ],
}));

beforeEach(() => {
  models.length = 0;
});

function services(raw: Record<string, unknown>) {
  const written: Record<string, unknown> = {};
  const settings: SettingsReader = {
    read: () => validateSettings({ ...raw, ...written }).settings,
    write: async (key, value) => {
      written[key] = value;
    },
    apply: () => Promise.resolve([]),
    onDidChange: () => {
      throw new Error('The list does not wait for changes.');
    },
  };
  const windows = { get: () => null, set: vi.fn(async () => undefined) };
  const keys = { get: async () => null, set: async () => undefined, clear: async () => undefined };
  return { settings, windows, keys, written };
}

async function open(given: ReturnType<typeof services>) {
  const picking = pickModel(given);
  await eventually(() => {
    expect(list.busy).toBe(false);
  });
  const choose = async (label: string): Promise<void> => {
    list.selectedItems = list.items.filter((item) => item.label === label);
    expect(list.selectedItems).toHaveLength(1);
    list.accept();
    await picking;
  };
  return { labels: list.items.map(({ label }) => label), choose };
}

describe('choosing a model', () => {
  it('offers what the settings name, this machine, other extensions and the server', async () => {
    const server = await startScriptedServer([say('x')]);
    models.push(fakeModel(() => []));
    const { labels, choose } = await open(services({ 'openai.baseUrl': server.url }));
    await server.stop();
    expect(labels).toEqual([
      'In the settings',
      'Offline',
      'gpt-5-mini',
      'On this machine',
      'Ollama · llama3 (local)',
      'Of other extensions',
      'One',
      new URL(server.url).host,
      'scripted',
      '',
      'Another model…',
      'Another server…',
    ]);
    await choose('Offline');
  });

  it('sets server, model and window of one on this machine', async () => {
    const given = services({});
    await (await open(given)).choose('Ollama · llama3 (local)');
    expect(given.written).toEqual({
      'openai.baseUrl': 'http://127.0.0.1:11434/v1',
      'openai.model': 'llama3',
      provider: 'openai',
    });
    expect(given.windows.set).toHaveBeenCalledWith('http://127.0.0.1:11434/v1', 'llama3', 8_192);
  });

  it('sets the model of another extension', async () => {
    models.push(fakeModel(() => []));
    const given = services({});
    await (await open(given)).choose('One');
    expect(given.written).toEqual({ 'vscodeLm.model': 'test/one', provider: 'vscodeLm' });
  });

  it('asks nothing of a server that wants a key, and offers to set it', async () => {
    const { labels, choose } = await open(services({}));
    expect(labels).toContain('$(key) Set the API key for api.openai.com to see its models…');
    await choose('Offline');
  });

  it('says what went wrong where a server lists nothing', async () => {
    const { choose } = await open(services({ 'openai.baseUrl': 'http://127.0.0.1:1/v1' }));
    const told = list.items.find(({ label }) => label.includes('did not list'));
    expect(told?.detail).toContain('127.0.0.1:1');
    await choose('Offline');
  });
});
