import { EventEmitter, Uri, commands, l10n, type Memento } from 'vscode';
import { contextKeys } from '../config/commands';
import { engineSettings } from '../config/engineSettings';
import type { SettingsReader } from '../config/readSettings';
import type { CompressionPlace } from '../config/resolveCompression';
import type { Settings } from '../config/settings';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Log } from '../platform/log';
import type { LinkEntry } from '../engine/journal';
import type { ChatEvents } from '../protocol/chat';
import type { AgentSession } from '../session/agentSession';
import type { QueuedMessage } from '../session/messageQueue';
import type { ModelConnection } from '../session/modelConnection';
import type { SessionListItem, SessionStore, StoredSession } from '../session/sessionStore';
import type { SessionWorker } from '../worker/client';
import type { WorkerError } from '../worker/workerError';
import { KeptQueues } from './keptQueues';
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
  connect(settings: Settings): Promise<ModelConnection>;
  /** @param queued what waited in the session when it was left */
  startAgent(
    stored: StoredSession,
    worker: SessionWorker,
    connection: ModelConnection,
    queued: readonly QueuedMessage[],
  ): Promise<AgentSession>;
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
  private readonly gauged = this.owned.add(new EventEmitter<Pick<ChatEvents['state'], 'gauge' | 'usage'>>());
  readonly onDidChangeGauge = this.gauged.event;
  private readonly notResumed = this.owned.add(new EventEmitter<{ readonly id: string; readonly error: unknown }>());
  /** The session from before the reload could not be opened, so the chat has a new one. */
  readonly onDidNotResume = this.notResumed.event;
  private readonly queues: KeptQueues;
  private running: Promise<Running> | null = null;
  private currentId: string | null = null;
  /** As the list shows the session that is in the chat. */
  private listedTitle = '';
  /** Times the settings changed. */
  private configurations = 0;

  constructor(private readonly services: LiveSessionsServices) {
    this.queues = new KeptQueues(services.memory);
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
    const running = (this.running ??= this.resume());
    try {
      return (await running).session;
    } catch (error) {
      // What stood in the way may be gone when it is asked for again: a full disk, a folder that was read-only.
      if (this.running === running) this.running = null;
      throw error;
    }
  }

  /** Starts a session and puts it into the chat; one that nothing was said in is a new one already. */
  async create(): Promise<LiveSession> {
    const current = await this.active();
    return current.isEmpty ? current : this.change(() => this.createStored());
  }

  /** Puts a stored session into the chat. Rejects with `JournalError` `locked` while another window has it. */
  async open(id: string): Promise<LiveSession> {
    const current = await this.active();
    if (current.id !== id) return this.change(() => this.services.store.open(id));
    return current.isBroken ? this.reopen(current) : current;
  }

  /**
   * Goes another way from a message of the user on: a new session with everything before it takes the chat. The old one
   * stays as it is, and says where the new one is.
   * @param index of the message in the history
   * @param text what is to be said in its place; it is not said yet
   */
  async fork(index: number, text: string): Promise<LiveSession> {
    const { id } = await this.active();
    return this.branch('forkedTo', () => this.services.store.fork(id, index, text, Date.now()));
  }

  /** Goes on in a new session, with what matters of the old one. Null where the person stopped it. */
  async continueInNew(): Promise<LiveSession | null> {
    const current = await this.active();
    if (current.isEmpty) throw new ViewError('noSession', l10n.t('There is nothing to go on from yet.'));
    const carried = await current.commands.carryOver();
    if (carried === null) return null;
    return this.branch('continuedIn', () => this.services.store.continueFrom(current.id, carried, Date.now()));
  }

  /** Moves a session with its archive to the trash. Rejects with `JournalError` `locked` while another window has it. */
  async delete(id: string): Promise<void> {
    if (this.currentId === id) {
      const current = await this.active();
      if (current.isEmpty) throw new ViewError('noSession', l10n.t('A session without messages needs no deleting.'));
      await this.change(() => this.createStored());
    }
    await this.services.store.delete(id, Date.now());
    this.listed.fire();
  }

  /** Takes a session out of the trash. */
  async restoreDeleted(id: string): Promise<void> {
    await this.services.store.trash.restore(id);
    this.listed.fire();
  }

  /** Rejects with `JournalError` `locked` while another window has it. */
  async rename(id: string, title: string): Promise<void> {
    if (this.currentId === id && this.running !== null) await (await this.running).agent.rename(title);
    else await this.services.store.rename(id, title);
    this.listed.fire();
  }

  listTrash(): ReturnType<SessionStore['listTrash']> {
    return this.services.store.listTrash();
  }

  journalFile(id: string): Uri {
    return Uri.file(this.services.store.journalPath(id));
  }

  /** Another writer than the chat has changed sessions of the folder. */
  listChanged(): void {
    this.listed.fire(undefined);
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

  /** Puts a session that came from the chat's into the chat, and has the old one say so. */
  private branch(relation: LinkEntry['relation'], load: () => Promise<StoredSession>): Promise<LiveSession> {
    return this.change(load, async (previous, next) => {
      try {
        await previous.commands.link({ relation, sessionId: next.id });
      } catch (error) {
        // The new session names the old one, and is whole without the link back.
        this.services.log.warn(`The session could not be linked: ${String(error)}`);
      }
    });
  }

  /**
   * Loads another session first, so that a failure leaves the chat as it was.
   * @param leave the last thing done with the session that leaves the chat
   */
  private async change(
    load: () => Promise<StoredSession>,
    leave?: (previous: LiveSession, next: LiveSession) => Promise<void>,
  ): Promise<LiveSession> {
    const previous = await this.active();
    if (previous.state.busy) {
      throw new ViewError(
        'invalidRequest',
        l10n.t('The agent is still at work. Stop it before you change the session.'),
      );
    }
    const before = this.running;
    const next = this.start(await load());
    this.running = next;
    const { session } = await next.catch((error: unknown) => {
      this.running = before;
      throw error;
    });
    await leave?.(previous, session);
    await previous.close();
    this.activated.fire(session);
    return session;
  }

  /** The session's own hold on its journal has to go first. */
  private async reopen(broken: LiveSession): Promise<LiveSession> {
    this.running = null;
    await broken.close();
    return this.active();
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
        this.notResumed.fire({ id, error });
      }
    }
    running ??= await this.start(await this.createStored());
    this.activated.fire(running.session);
    return running;
  }

  private async createStored(): Promise<StoredSession> {
    const { settings, store } = this.services;
    const { model, window, reserve, provider } = await this.services.connect(settings.read());
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
      const connection = await services.connect(settings);
      await worker.api.openLive({
        settings: engineSettings(settings, placeOf(connection)),
        overrides: settings['model.overrides'],
      });
      const agent = await services.startAgent(stored, worker, connection, this.queues.read(stored.id));
      const journal = Uri.file(services.store.journalPath(stored.id));
      const session = (live = await LiveSession.open(
        stored,
        agent,
        worker,
        journal,
        services.log,
        settings['model.overrides'],
      ));
      session.onDidUpdate((update) => {
        this.follow(session, update);
      });
      this.currentId = session.id;
      void services.store.trash.empty(Date.now()).catch((error: unknown) => {
        services.log.warn(`The trash could not be emptied: ${String(error)}`);
      });
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
    this.queues.write(session.id, update.value.queued);
    this.gauged.fire(update.value);
    this.setContext(session);
    // Titles and the number of messages change while the agent works; a new title is worth seeing at once.
    if (update.value.busy && update.value.title === this.listedTitle) return;
    this.listedTitle = update.value.title;
    this.listed.fire();
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
      this.configurations += 1;
      const { configurations } = this;
      const connection = await this.services.connect(settings);
      // Newer settings came meanwhile, and those of a quicker provider may be there already.
      if (configurations !== this.configurations) return;
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
