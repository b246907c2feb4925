import { randomBytes } from 'node:crypto';
import { StatusBarAlignment, env, l10n, window, workspace, type Memento, type SecretStorage } from 'vscode';
import { settingUpdates } from '../config/patchedSettings';
import type { SettingsReader } from '../config/readSettings';
import type { CommandId } from '../config/commands';
import type { Settings } from '../config/settings';
import type { GatewayStatus, UpstreamKeys } from '../gateway/api';
import { createGatewayThread, type GatewayThread } from '../gateway/gatewayThread';
import type { StatsFigures } from '../gateway/stats';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Log } from '../platform/log';
import type { ApiKeys } from '../platform/secrets';
import { askForKey } from './apiKeyCommands';
import { ViewError } from './viewError';

const TOKEN_KEY = 'strata.gatewayToken';
const STATS_KEY = 'strata.gatewayStats';

/** Bytes of chance in a token. */
const TOKEN_BYTES = 32;

/** Beside the gauge. */
const PRIORITY = 89;

export interface GatewayControlServices {
  readonly log: Log;
  readonly settings: SettingsReader;
  readonly keys: ApiKeys;
  readonly secrets: SecretStorage;
  readonly memory: Memento;
  /** Path of the built thread, and folder of the ranks. */
  readonly threadPath: string;
  readonly ranksFolder: string;
  /** Where the sessions of clients are kept. */
  readonly sessionsFolder: string;
  /** Told when the list of sessions may be another. */
  readonly onSessions: () => void;
}

interface Running {
  readonly thread: GatewayThread;
  readonly port: number;
}

/** Starts and stops the gateway, and shows that it runs. The work is done in a thread of its own. */
export class GatewayControl implements Disposable {
  readonly #owned = new Disposables();
  readonly #item = this.#owned.add(window.createStatusBarItem('strata.gateway', StatusBarAlignment.Right, PRIORITY));
  #running: Running | null = null;
  #starting: Promise<Running> | null = null;

  constructor(private readonly services: GatewayControlServices) {
    this.#item.name = l10n.t('Strata: Gateway');
    this.#item.command = 'strata.showLog' satisfies CommandId;
    this.#owned.add(
      services.settings.onDidChange((settings, changed) => {
        void this.#configure(settings);
        if (changed.has('gateway.enabled')) void (settings['gateway.enabled'] ? this.startBySetting() : this.stop());
      }),
    );
    this.#owned.add(workspace.onDidGrantWorkspaceTrust(() => void this.startBySetting()));
  }

  get port(): number | null {
    return this.#running?.port ?? null;
  }

  /** Starts it where the settings say so. */
  async startBySetting(): Promise<void> {
    if (!this.services.settings.read()['gateway.enabled'] || !workspace.isTrusted) return;
    try {
      await this.#start();
    } catch (error) {
      this.services.log.error('The gateway could not be started', error);
    }
  }

  /** The command. @throws ViewError in a workspace that is not trusted */
  async start(): Promise<void> {
    if (!workspace.isTrusted) {
      throw new ViewError('restricted', l10n.t('The gateway runs in trusted workspaces only.'));
    }
    const { port } = await this.#start();
    const copy = l10n.t('Copy Token');
    const text = l10n.t(
      'The gateway answers at {0}. Give your agent this address, and the token as its API key.',
      addressOf(port),
    );
    void window.showInformationMessage(text, copy).then((answer) => {
      if (answer === copy) void this.copyToken();
    });
  }

  async stop(): Promise<void> {
    const running = this.#running ?? (await this.#starting?.catch(() => null)) ?? null;
    this.#running = null;
    this.#item.hide();
    if (running === null) return;
    await running.thread.api.stop().catch(() => undefined);
    await running.thread.dispose();
    this.services.log.info('The gateway was stopped.');
    this.services.onSessions();
  }

  async copyToken(): Promise<void> {
    await env.clipboard.writeText(await this.#token());
    void window.showInformationMessage(l10n.t('The token of the gateway is in the clipboard.'));
  }

  /** Asks for the key of one of the upstreams. */
  async setKey(): Promise<void> {
    const settings = this.services.settings.read();
    const upstreams = [settings['gateway.openaiUpstream'], settings['gateway.anthropicUpstream']];
    const items = [...new Set(upstreams)].map((url) => ({ label: new URL(url).host, description: url, url }));
    const chosen = await window.showQuickPick(items, { title: l10n.t('Server behind the gateway') });
    if (chosen === undefined || !(await askForKey(this.services.keys, chosen.url))) return;
    await this.#configure(settings);
    void window.showInformationMessage(l10n.t('The key for {0} is kept.', chosen.label));
  }

  dispose(): void {
    void this.stop();
    this.#owned.dispose();
  }

  #start(): Promise<Running> {
    if (this.#running !== null) return Promise.resolve(this.#running);
    this.#starting ??= this.#begin().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #begin(): Promise<Running> {
    const { log, settings, memory, threadPath, ranksFolder, sessionsFolder } = this.services;
    const thread = createGatewayThread(threadPath, (error) => {
      this.#running = null;
      this.#item.hide();
      void window.showErrorMessage(error.message);
      log.error('The gateway failed', error);
    });
    this.#listen(thread);
    const values = settings.read();
    try {
      const stats = memory.get<StatsFigures>(STATS_KEY) ?? null;
      const keys = await this.#keys(values);
      const port = await thread.api.start({
        settings: values,
        token: await this.#token(),
        keys,
        sessionsFolder,
        ranksFolder,
        stats,
      });
      this.#running = { thread, port };
      log.info(`The gateway answers at ${addressOf(port)}.`);
      if (port !== values['gateway.port']) {
        const text = l10n.t('Port {0} is taken. The gateway answers at {1}.', values['gateway.port'], addressOf(port));
        void window.showWarningMessage(text);
      }
      this.#show({ conversations: 0, requests: 0, compressions: 0, problems: 0 });
      return this.#running;
    } catch (error) {
      await thread.dispose();
      throw error;
    }
  }

  #listen(thread: GatewayThread): void {
    const { log, settings, memory, onSessions } = this.services;
    thread.on('status', (status) => {
      this.#show(status);
      onSessions();
    });
    thread.on('problem', ({ words }) => {
      log.warn(`Gateway: ${words}`);
    });
    thread.on('stats', ({ figures }) => {
      void memory.update(STATS_KEY, figures);
    });
    thread.on('patched', ({ patch }) => {
      for (const [key, value] of settingUpdates(settings.read(), patch)) {
        void settings.write(key, value as Settings[typeof key]);
      }
    });
  }

  async #configure(settings: Settings): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    await running.thread.api.configure({ settings, keys: await this.#keys(settings) }).catch(() => undefined);
  }

  async #keys(settings: Settings): Promise<UpstreamKeys> {
    const { keys } = this.services;
    return {
      openai: await keys.get(settings['gateway.openaiUpstream']),
      anthropic: await keys.get(settings['gateway.anthropicUpstream']),
    };
  }

  async #token(): Promise<string> {
    const { secrets } = this.services;
    const known = await secrets.get(TOKEN_KEY);
    if (known !== undefined) return known;
    const token = `strata-${randomBytes(TOKEN_BYTES).toString('base64url')}`;
    await secrets.store(TOKEN_KEY, token);
    return token;
  }

  #show({ conversations, requests, compressions, problems }: GatewayStatus): void {
    const port = this.#running?.port;
    if (port === undefined) return;
    this.#item.text = problems === 0 ? '$(plug)' : `$(plug) ${String(problems)} $(warning)`;
    this.#item.tooltip = [
      l10n.t('Strata’s gateway answers at {0}', addressOf(port)),
      l10n.t('Conversations: {0}; requests: {1}; compressed: {2}', conversations, requests, compressions),
      ...(problems === 0 ? [] : [l10n.t('Problems: {0}; the log says which', problems)]),
    ].join('\n');
    this.#item.accessibilityInformation = { label: l10n.t('Strata’s gateway answers at {0}', addressOf(port)) };
    this.#item.show();
  }
}

function addressOf(port: number): string {
  return `http://127.0.0.1:${String(port)}`;
}
