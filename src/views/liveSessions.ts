import { EventEmitter, Uri, commands, l10n, type Memento } from 'vscode';
import { contextKeys } from '../config/commands';
import { engineSettings } from '../config/engineSettings';
import type { SettingsReader } from '../config/readSettings';
import type { CompressionPlace } from '../config/resolveCompression';
import type { Settings } from '../config/settings';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Log } from '../platform/log';
import type { Gauge } from '../protocol/chat';
import type { AgentSession } from '../session/agentSession';
import type { ModelConnection } from '../session/modelConnection';
import type { SessionListItem, SessionStore, StoredSession } from '../session/sessionStore';
import type { SessionWorker } from '../worker/client';
import type { WorkerError } from '../worker/workerError';
import { LiveSession, type LiveUpdate } from './liveSession';
import { ViewError } from './viewError';

/** Where the id of the chat's session is kept, per workspace. */
const ACTIVE_KEY = 'strata.activeSession';

export interface LiveSessionsServices {
  readonly log: Log;
  readonly settings: SettingsReader;
  readonly store: SessionStore;
  /** The workspace's own memory. */
  readonly memory: Memento;
  createWorker(onError: (error: WorkerError) => void): SessionWorker;
  /** The model the settings choose. */
  connect(settings: Settings): ModelConnection;
  startAgent(stored: StoredSession, worker: SessionWorker, connection: ModelConnection): Promise<AgentSession>;
}

interface Running {
  readonly session: LiveSession;
  readonly agent: AgentSession;
  readonly worker: SessionWorker;
}

/** The one session that is in the chat, and the others that can be. Nothing is loaded before somebody asks. */
export class LiveSessions implements Disposable {
  private readonly owned = new Disposables();
  private readonly activated = this.owned.add(new EventEmitter<LiveSession>());
  readonly onDidChangeActive = this.activated.event;
  private readonly updated = this.owned.add(new EventEmitter<LiveUpdate>());
  /** Updates of whichever session is in the chat. */
  readonly onDidUpdate = this.updated.event;
  private readonly listed = this.owned.add(new EventEmitter<void>());
  readonly onDidChangeList = this.listed.event;
  private readonly gauged = this.owned.add(new EventEmitter<Gauge>());
  readonly onDidChangeGauge = this.gauged.event;
  private running: Promise<Running> | null = null;
  private currentId: string | null = null;

  constructor(private readonly services: LiveSessionsServices) {
    this.owned.add(
      services.settings.onDidChange((settings) => {
        void this.configure(settings);
      }),
    );
  }

  /** Id of the chat's session once it is loaded. */
  get activeId(): string | null {
    return this.currentId;
  }

  /** The chat's session: the one from before the reload, or a new one. */
  async active(): Promise<LiveSession> {
    this.running ??= this.resume();
    return (await this.running).session;
  }

  /** Starts a session and puts it into the chat; one that nothing was said in is a new one already. */
  async create(): Promise<LiveSession> {
    const current = await this.active();
    return current.isEmpty ? current : this.change(() => this.createStored());
  }

  /** Puts a stored session into the chat. Rejects with `JournalError` `locked` while another window has it. */
  async open(id: string): Promise<LiveSession> {
    const current = await this.active();
    return current.id === id ? current : this.change(() => this.services.store.open(id));
  }

  /** Removes a session with its archive, for good. */
  async delete(id: string): Promise<void> {
    if (this.currentId === id) {
      const current = await this.active();
      if (current.isEmpty) throw new ViewError('noSession', l10n.t('A session without messages needs no deleting.'));
      await this.change(() => this.createStored());
    }
    await this.services.store.delete(id);
    this.listed.fire();
  }

  list(): Promise<readonly SessionListItem[]> {
    return this.services.store.list();
  }

  /** Stops the agent and waits until everything is on the disk. */
  async close(): Promise<void> {
    const running = this.running;
    this.running = null;
    await running?.then(({ session }) => session.close()).catch(() => undefined);
  }

  dispose(): void {
    void this.close();
    this.owned.dispose();
  }

  /** Loads another session first, so that a failure leaves the chat as it was. */
  private async change(load: () => Promise<StoredSession>): Promise<LiveSession> {
    const previous = await this.active();
    if (previous.state.busy) {
      throw new ViewError(
        'invalidRequest',
        l10n.t('The agent is still at work. Stop it before you change the session.'),
      );
    }
    const next = this.start(await load());
    this.running = next;
    const { session } = await next;
    await previous.close();
    this.activated.fire(session);
    return session;
  }

  private async resume(): Promise<Running> {
    const { log, memory, store } = this.services;
    const id = memory.get<string>(ACTIVE_KEY);
    let running: Running | null = null;
    if (id !== undefined) {
      try {
        running = await this.start(await store.open(id));
      } catch (error) {
        log.warn(`The last session could not be resumed: ${String(error)}`);
      }
    }
    running ??= await this.start(await this.createStored());
    this.activated.fire(running.session);
    return running;
  }

  private async createStored(): Promise<StoredSession> {
    const { settings, store } = this.services;
    const { model, window, reserve, provider } = this.services.connect(settings.read());
    return store.create({ provider: provider.id, model, window, reserve }, Date.now());
  }

  private async start(stored: StoredSession): Promise<Running> {
    const { services } = this;
    const settings = services.settings.read();
    let live: LiveSession | null = null;
    const worker = services.createWorker((error) => {
      live?.fail(error);
    });
    try {
      const connection = services.connect(settings);
      await worker.api.openLive({
        settings: engineSettings(settings, placeOf(connection)),
        overrides: settings['model.overrides'],
      });
      const agent = await services.startAgent(stored, worker, connection);
      const journal = Uri.file(services.store.journalPath(stored.id));
      const session = (live = new LiveSession(stored, agent, worker, journal, services.log));
      session.onDidUpdate((update) => {
        this.follow(session, update);
      });
      this.currentId = session.id;
      await services.memory.update(ACTIVE_KEY, session.id);
      this.setContext(session);
      this.listed.fire();
      return { session, agent, worker };
    } catch (error) {
      await worker.dispose();
      await stored.journal.close();
      throw error;
    }
  }

  private follow(session: LiveSession, update: LiveUpdate): void {
    if (session.id !== this.currentId) return;
    this.updated.fire(update);
    if (update.name !== 'state') return;
    this.gauged.fire(update.value.gauge);
    this.setContext(session);
    // Titles and the number of messages change while the agent works.
    if (!update.value.busy) this.listed.fire();
  }

  private setContext(session: LiveSession): void {
    void commands.executeCommand('setContext', contextKeys.hasSession, !session.isEmpty);
    void commands.executeCommand('setContext', contextKeys.busy, session.state.busy);
  }

  /** New settings hold from the next call on; the inspector shows at once what they mean. */
  private async configure(settings: Settings): Promise<void> {
    const running = await this.running?.catch(() => null);
    if (running === null || running === undefined) return;
    try {
      const connection = this.services.connect(settings);
      running.agent.connection = connection;
      await running.worker.api.configure({ settings: engineSettings(settings, placeOf(connection)) });
    } catch (error) {
      this.services.log.error('The new settings could not be applied', error);
    }
  }
}

/** What profiles of proactive compression are chosen by. */
function placeOf({ provider, model, window }: ModelConnection): CompressionPlace {
  return { provider: provider.id, model, window };
}
