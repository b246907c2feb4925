import { setTimeout as sleep } from 'node:timers/promises';
import { l10n } from 'vscode';
import { needsApiKey } from '../config/apiKeyRule';
import type { Settings } from '../config/settings';
import { limitsFor } from '../engine/settings';
import { profileFor } from '../models/profile';
import type { ApiKeys } from '../platform/secrets';
import { ProviderError } from '../providers/chatProvider';
import { OfflineProvider } from '../providers/offline';
import { OpenAiProvider } from '../providers/openAi';
import { VscodeLmProvider, vscodeModels, type VscodeModel } from '../providers/vscodeLm';
import type { ModelConnection } from '../session/modelConnection';
import type { ModelWindows } from './modelWindows';

/** What a connection is made from, besides the settings. */
export interface ConnectServices {
  readonly keys: Pick<ApiKeys, 'get'>;
  readonly windows: Pick<ModelWindows, 'get'>;
}

/** Tokens; for a model of another extension that is not there yet. Small, so that nothing is too long for it. */
const UNKNOWN_VSCODE_WINDOW = 32_000;

/** Milliseconds to wait for the extensions that bring models; the chat opens without them then. */
const PATIENCE = 5_000;

/** The model the settings choose, and the room it has. Nothing is sent to a server. */
export async function connectModel(settings: Settings, services: ConnectServices): Promise<ModelConnection> {
  switch (settings.provider) {
    case 'offline':
      return connectOffline(settings);
    case 'openai':
      return connectServer(settings, services);
    case 'vscodeLm':
      return connectVscodeModel(settings);
  }
}

function connectOffline(settings: Settings): ModelConnection {
  const window = settings['offline.window'];
  const provider = new OfflineProvider({ windowTokens: window });
  return { provider, model: 'offline', ...limitsFor(window, settings['tokens.reserve']), summaryModel: null };
}

function connectServer(settings: Settings, { keys, windows }: ConnectServices): ModelConnection {
  const model = settings['openai.model'];
  const baseUrl = settings['openai.baseUrl'];
  const windowOf = (name: string): number => knownWindow(settings, name, windows.get(baseUrl, name));
  const provider = new OpenAiProvider({
    id: 'openai',
    baseUrl,
    headers: settings['openai.headers'],
    extraBody: settings['openai.extraBody'],
    apiKey: async () => {
      const key = await keys.get(baseUrl);
      if (key === null && needsApiKey(baseUrl)) {
        const words = l10n.t('{0} wants an API key, and none is set. Nothing was sent.', new URL(baseUrl).host);
        throw new ProviderError('authentication', words);
      }
      return key ?? undefined;
    },
  });
  const window = settings['model.window'] === 0 ? windowOf(model) : settings['model.window'];
  const summarizer = settings['compression.summarizerModel'];
  const summaryModel = summarizer === '' ? { model, window } : { model: summarizer, window: windowOf(summarizer) };
  return { provider, model, ...limitsFor(window, settings['tokens.reserve']), summaryModel };
}

async function connectVscodeModel(settings: Settings): Promise<ModelConnection> {
  const wanted = settings['vscodeLm.model'];
  const models = await Promise.race([vscodeModels(), nothingAfter(PATIENCE)]);
  const found = wanted === '' ? models[0] : models.find(({ id }) => id === wanted);
  const model = found?.id ?? wanted;
  const listed = found?.window ?? UNKNOWN_VSCODE_WINDOW;
  const window = settings['model.window'] === 0 ? knownWindow(settings, model, listed) : settings['model.window'];
  const limits = limitsFor(window, settings['tokens.reserve']);
  return { provider: new VscodeLmProvider(), model, ...limits, summaryModel: { model, window } };
}

async function nothingAfter(milliseconds: number): Promise<readonly VscodeModel[]> {
  await sleep(milliseconds, undefined, { ref: false });
  return [];
}

/** Tokens: what the user says, then what the server says, then what is published. */
function knownWindow(settings: Settings, model: string, listed: number | null): number {
  const profile = profileFor(model, settings['model.overrides']);
  return profile.source === 'override' ? profile.window : (listed ?? profile.window);
}
