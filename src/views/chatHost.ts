import { EventEmitter, commands, l10n, window, workspace } from 'vscode';
import type { CommandId } from '../config/commands';
import type { SettingsReader } from '../config/readSettings';
import { Disposables, type Disposable } from '../platform/disposables';
import type { ChatErrorAction, ChatEvents, ChatHostApi, ChatSnapshot } from '../protocol/chat';
import type { LiveSession, LiveUpdate } from './liveSession';
import type { LiveSessions } from './liveSessions';
import { currentModelId, modelChoices, selectModel } from './modelChoices';

/** Items sent with a snapshot; earlier ones are asked for. */
const SNAPSHOT_ITEMS = 120;

export interface ChatHostServices {
  readonly liveSessions: LiveSessions;
  readonly settings: SettingsReader;
  openInspector(index: number | null): Promise<void>;
}

/** What the chat's page may ask, whether a page is there or not. */
export class ChatHost implements Disposable {
  private readonly owned = new Disposables();
  private readonly reset = this.owned.add(new EventEmitter<ChatEvents['reset']>());
  /** Everything the page shows is to be replaced. */
  readonly onDidReset = this.reset.event;
  private readonly updated = this.owned.add(new EventEmitter<Exclude<LiveUpdate, { name: 'reset' }>>());
  readonly onDidUpdate = this.updated.event;
  /** Times the agent was stopped. */
  private stops = 0;

  constructor(private readonly services: ChatHostServices) {
    const { liveSessions, settings } = services;
    this.owned.add(
      liveSessions.onDidUpdate((update) => {
        if (update.name === 'reset') void this.sendSnapshot();
        else this.updated.fire(update);
      }),
    );
    this.owned.add(liveSessions.onDidChangeActive(() => void this.sendSnapshot()));
    this.owned.add(settings.onDidChange(() => void this.sendSnapshot()));
    this.owned.add(workspace.onDidGrantWorkspaceTrust(() => void this.sendSnapshot()));
  }

  readonly api: ChatHostApi = {
    snapshot: () => this.snapshot(),
    earlier: async ({ beforeKey, count }) => {
      const { items } = await this.services.liveSessions.active();
      const end = items.findIndex(({ key }) => key === beforeKey);
      return end === -1 ? [] : items.slice(Math.max(0, end - count), end);
    },
    send: async ({ text }) => {
      const { commands: agent } = await this.services.liveSessions.active();
      await agent.send(text);
    },
    stop: async () => {
      this.stops += 1;
      const { commands: agent } = await this.services.liveSessions.active();
      await agent.stop();
    },
    retry: async () => {
      const { commands: agent } = await this.services.liveSessions.active();
      await agent.retry();
    },
    answerApproval: async ({ id, answer }) => {
      const { commands: agent } = await this.services.liveSessions.active();
      agent.answerApproval(id, answer);
    },
    compact: () => this.compress(l10n.t('There is nothing left to compact.'), (agent) => agent.compact()),
    summarize: () => this.compress(l10n.t('There is nothing to summarize yet.'), (agent) => agent.summarize()),
    skipSummary: async () => {
      const { commands: agent } = await this.services.liveSessions.active();
      await agent.skipSummary();
    },
    undo: async ({ decisionId }) => {
      const { commands: agent } = await this.services.liveSessions.active();
      await agent.undo(decisionId);
    },
    setPinned: async ({ index, pinned }) => {
      const { commands: agent } = await this.services.liveSessions.active();
      await agent.setPinned(index, pinned);
    },
    newSession: async () => {
      await this.services.liveSessions.create();
    },
    selectModel: ({ id }) => selectModel(this.services.settings, id),
    openInspector: ({ index }) => this.services.openInspector(index),
    runAction: ({ command }) => this.runAction(command),
  };

  dispose(): void {
    this.owned.dispose();
  }

  private async snapshot(): Promise<ChatSnapshot> {
    const session = await this.services.liveSessions.active();
    const settings = this.services.settings.read();
    const items = session.items.slice(-SNAPSHOT_ITEMS);
    return {
      sessionId: session.id,
      items,
      earlierCount: session.items.length - items.length,
      models: modelChoices(settings),
      modelId: currentModelId(settings),
      restricted: restriction(),
      ...session.state,
    };
  }

  /** What was done shows in the conversation, and so does what went wrong; words are needed where neither happened. */
  private async compress(
    nothingDone: string,
    command: (agent: LiveSession['commands']) => Promise<readonly unknown[]>,
  ): Promise<void> {
    const session = await this.services.liveSessions.active();
    const { stops } = this;
    const shown = session.items.length;
    const decisions = await command(session.commands);
    const isTold = decisions.length > 0 || session.items.length > shown || this.stops > stops;
    if (!isTold) void window.showInformationMessage(nothingDone);
  }

  private async sendSnapshot(): Promise<void> {
    this.reset.fire(await this.snapshot());
  }

  private async runAction(command: ChatErrorAction['command']): Promise<void> {
    switch (command) {
      case 'retry':
        await this.api.retry();
        break;
      case 'compact':
        await this.api.compact();
        break;
      case 'setApiKey':
        await commands.executeCommand('strata.setApiKey' satisfies CommandId);
        break;
      case 'openSettings':
        await commands.executeCommand('strata.openSettings' satisfies CommandId);
        break;
    }
  }
}

/** Why tools that write or run are off, or null. */
export function restriction(): string | null {
  return workspace.isTrusted
    ? null
    : l10n.t('Restricted Mode: the workspace is not trusted, so nothing may be written, run or fetched.');
}
