import { EventEmitter, commands, l10n, window, workspace } from 'vscode';
import type { CommandId } from '../config/commands';
import type { SettingsReader } from '../config/readSettings';
import { Disposables, type Disposable } from '../platform/disposables';
import type { ChatErrorAction, ChatEvents, ChatHostApi, ChatSnapshot } from '../protocol/chat';
import type { DetailSubject } from '../protocol/inspectorDetail';
import type { FileProposal } from '../session/tools/tool';
import type { Hints } from './hints';
import type { LiveSession, LiveUpdate } from './liveSession';
import type { LiveSessions } from './liveSessions';
import { currentModelId, modelChoices, selectModel } from './modelChoices';
import { ViewError } from './viewError';
import { WorkspaceFileNames } from './workspaceFileNames';

/** Items sent with a snapshot; earlier ones are asked for. */
const SNAPSHOT_ITEMS = 120;

export interface ChatHostServices {
  readonly liveSessions: LiveSessions;
  readonly hints: Pick<Hints, 'dismiss'>;
  readonly settings: SettingsReader;
  /** Null: wherever it stands. */
  openInspector(subject: DetailSubject | null): Promise<void>;
  /** Opens the change an approval is asked for in a diff editor. */
  showProposal(approvalId: string, proposal: FileProposal): Promise<void>;
  /** Closes that editor, if it is open. */
  closeProposal(approvalId: string): Promise<void>;
}

/** What the chat's page may ask, whether a page is there or not. */
export class ChatHost implements Disposable {
  private readonly owned = new Disposables();
  private readonly reset = this.owned.add(new EventEmitter<ChatEvents['reset']>());
  /** Everything the page shows is to be replaced. */
  readonly onDidReset = this.reset.event;
  private readonly updated = this.owned.add(new EventEmitter<Exclude<LiveUpdate, { name: 'reset' }>>());
  readonly onDidUpdate = this.updated.event;
  private readonly files = new WorkspaceFileNames();
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
      const { commands: agent, state } = await this.services.liveSessions.active();
      const approvalId = state.approval?.id;
      await agent.stop();
      if (approvalId !== undefined) await this.services.closeProposal(approvalId);
    },
    retry: async () => {
      const { commands: agent } = await this.services.liveSessions.active();
      await agent.retry();
    },
    sendQueued: async () => {
      const { commands: agent } = await this.services.liveSessions.active();
      await agent.sendQueued();
    },
    unqueue: async ({ id }) => {
      const { commands: agent } = await this.services.liveSessions.active();
      agent.unqueue(id);
    },
    findFiles: ({ query }) => this.files.find(query),
    exportSession: async () => {
      await commands.executeCommand('strata.exportChat' satisfies CommandId);
    },
    answerApproval: async ({ id, answer, reason }) => {
      const { commands: agent } = await this.services.liveSessions.active();
      agent.answerApproval(id, { answer, reason });
      await this.services.closeProposal(id);
    },
    showProposal: async ({ id }) => {
      const { commands: agent } = await this.services.liveSessions.active();
      const proposal = await agent.proposal(id);
      if (proposal === null) throw new ViewError('invalidRequest', l10n.t('There is no change to show.'));
      await this.services.showProposal(id, proposal);
    },
    compact: () => this.compress(l10n.t('There is nothing left to compact.'), (agent) => agent.compact()),
    summarize: () =>
      this.compress(l10n.t('There is nothing more to summarize: the newest messages stay as they are.'), (agent) =>
        agent.summarize(),
      ),
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
    remember: async ({ note }) => {
      const { commands: agent } = await this.services.liveSessions.active();
      await agent.remember(note);
    },
    editMemory: async () => {
      await commands.executeCommand('strata.editMemory' satisfies CommandId);
    },
    openSession: async ({ id }) => {
      await this.services.liveSessions.open(id);
    },
    continueSession: async () => {
      await commands.executeCommand('strata.continueSession');
    },
    newSession: async () => {
      await this.services.liveSessions.create();
    },
    selectModel: ({ id }) => selectModel(this.services.settings, id),
    openInspector: ({ index }) => this.services.openInspector(index === null ? null : { kind: 'message', index }),
    showDecision: ({ decisionId }) => this.services.openInspector({ kind: 'decision', id: decisionId }),
    previewCompact: async (wishes) => {
      const { source } = await this.services.liveSessions.active();
      return source.worker.preview(wishes);
    },
    compactAs: async (wishes) => {
      const { source } = await this.services.liveSessions.active();
      await source.actions?.compact(wishes);
    },
    editAndResend: async ({ index, text }) => {
      const { commands: agent } = await this.services.liveSessions.fork(index, text);
      await agent.send(text);
    },
    dismissHint: ({ hint }) => this.services.hints.dismiss(hint),
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
      case 'selectModel':
        await commands.executeCommand('strata.selectModel' satisfies CommandId);
        break;
      case 'setApiKey':
        await commands.executeCommand('strata.setApiKey' satisfies CommandId);
        break;
      case 'editMemory':
        await this.api.editMemory();
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
