import { Uri, commands, l10n, window } from 'vscode';
import { viewIds, type CommandId } from '../config/commands';
import type { SettingsReader } from '../config/readSettings';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Log } from '../platform/log';
import type { ApiKeys } from '../platform/secrets';
import { EXPORT_FORMATS, EXPORT_SCOPES } from '../transcripts/exports/exportItem';
import { clearApiKey, setApiKey } from './apiKeyCommands';
import type { ChatHost } from './chatHost';
import { exportSession, type ExportTarget } from './exportSession';
import type { GatewayControl } from './gatewayControl';
import type { InspectorPanel } from './inspectorPanel';
import type { InspectorSource } from './inspectorSource';
import type { LiveSessions } from './liveSessions';
import type { ApprovalRuleBook } from './approvalRuleBook';
import { manageApprovals } from './manageApprovals';
import { editMemory } from './memoryEditor';
import { pickModel } from './pickModel';
import type { ModelWindows } from './modelWindows';
import { openFound, type OpenFoundServices } from './openFound';
import { openLatestSession } from './openLatestSession';
import { searchSessions, type SearchServices } from './searchSessions';
import { deleteSession, inspectSession, openSession, renameSession, restoreSession } from './sessionCommands';
import { openTranscript, type TranscriptEditor } from './transcriptEditor';
import { describeError } from './viewError';

export interface CommandServices extends SearchServices, OpenFoundServices {
  readonly log: Log;
  readonly settings: SettingsReader;
  readonly keys: ApiKeys;
  readonly windows: ModelWindows;
  readonly liveSessions: LiveSessions;
  readonly chat: ChatHost;
  readonly inspector: InspectorPanel;
  readonly transcripts: Pick<TranscriptEditor, 'openAt' | 'inFront'>;
  /** Absolute path of the workspace's memory. */
  readonly memoryPath: string;
  readonly approvals: ApprovalRuleBook;
  readonly gateway: Pick<GatewayControl, 'start' | 'stop' | 'copyToken' | 'setKey'>;
}

type Handler = (...args: readonly unknown[]) => unknown;

/** A handler for every command of the manifest; each takes what a menu, a link or another extension gives it, unchecked. */
function handlers(services: CommandServices): Record<CommandId, Handler> {
  const { log, settings, keys, windows, liveSessions, chat, inspector } = services;
  const exported = async (source: InspectorSource, target: unknown): Promise<void> => {
    const file = await exportSession(source, services, exportTargetOf(target));
    if (file !== null) log.info(`Session exported to ${file.toString(true)}`);
  };
  return {
    'strata.newSession': async () => {
      await liveSessions.create();
      await focusChat();
    },
    'strata.openSession': async (target) => {
      const id = idOf(target) ?? (await pickSession(liveSessions));
      if (id !== null) await openSession(liveSessions, id);
    },
    'strata.openLatestSession': (words) =>
      openLatestSession(services.folders, log, openTranscript, typeof words === 'string' ? words : ''),
    'strata.searchSessions': async (words) => {
      const found = await searchSessions(services, typeof words === 'string' ? words : '');
      if (found?.kind === 'session') await openSession(liveSessions, found.id);
      else if (found !== null) await openFound(services, found);
    },
    'strata.renameSession': (target) => renameSession(liveSessions, idOf(target)),
    'strata.deleteSession': async (target) => {
      const id = idOf(target);
      if (id !== null) await deleteSession(liveSessions, id);
    },
    'strata.restoreSession': (target) => restoreSession(liveSessions, idOf(target)),
    'strata.openInspector': async (target) => {
      const id = idOf(target);
      if (id === null) await inspector.open(null);
      else await inspectSession(liveSessions, inspector, id);
    },
    'strata.compact': () => chat.api.compact(),
    'strata.summarize': () => chat.api.summarize(),
    'strata.continueSession': async () => {
      if ((await liveSessions.continueInNew()) !== null) await focusChat();
    },
    'strata.stop': () => chat.api.stop(),
    'strata.manageApprovals': async () => {
      const { commands: agent } = await liveSessions.active();
      await manageApprovals(services.approvals, agent);
    },
    'strata.editMemory': () => editMemory(services.memoryPath),
    'strata.exportSession': async (target, exportTarget) => {
      const id = idOf(target);
      const session = id === null ? null : (await liveSessions.open(id)).source;
      await exported(session ?? services.transcripts.inFront ?? (await liveSessions.active()).source, exportTarget);
    },
    'strata.exportChat': async () => {
      await exported((await liveSessions.active()).source, undefined);
    },
    'strata.openTranscript': (file) => openTranscript(file instanceof Uri ? file : undefined),
    'strata.selectModel': () => pickModel({ settings, keys, windows }),
    'strata.setApiKey': () => setApiKey(keys, settings),
    'strata.clearApiKey': () => clearApiKey(keys, settings),
    'strata.startGateway': () => services.gateway.start(),
    'strata.stopGateway': () => services.gateway.stop(),
    'strata.copyGatewayToken': () => services.gateway.copyToken(),
    'strata.setGatewayKey': () => services.gateway.setKey(),
    'strata.openSettings': () => commands.executeCommand('workbench.action.openSettings', '@ext:strata.strata'),
    'strata.showLog': () => {
      log.show();
    },
  };
}

/** Registers the commands; what goes wrong is told once, in words. */
export function registerCommands(services: CommandServices): Disposable {
  const owned = new Disposables();
  for (const [id, handler] of Object.entries(handlers(services))) {
    owned.add(
      commands.registerCommand(id, async (...args: readonly unknown[]) => {
        try {
          return await handler(...args);
        } catch (error) {
          void window.showErrorMessage(describeError(services.log, error));
          return undefined;
        }
      }),
    );
  }
  return owned;
}

/** Shows the chat, wherever the person put it. */
export async function focusChat(): Promise<void> {
  await commands.executeCommand(`${viewIds.chat}.focus`);
}

/** A session's id, given as it is or as the item of the list. */
function idOf(target: unknown): string | null {
  if (typeof target === 'string') return target;
  return typeof target === 'object' && target !== null && 'id' in target && typeof target.id === 'string'
    ? target.id
    : null;
}

function exportTargetOf(value: unknown): ExportTarget {
  if (typeof value !== 'object' || value === null) return {};
  const { target, format, scope, call, masked } = value as Readonly<Record<keyof ExportTarget, unknown>>;
  const chosenFormat = EXPORT_FORMATS.find((known) => known === format);
  const chosenScope = EXPORT_SCOPES.find((known) => known === scope);
  return {
    ...(target instanceof Uri ? { target } : {}),
    ...(chosenFormat === undefined ? {} : { format: chosenFormat }),
    ...(chosenScope === undefined ? {} : { scope: chosenScope }),
    ...(typeof call === 'number' ? { call } : {}),
    ...(masked === false ? { masked } : {}),
  };
}

async function pickSession(liveSessions: LiveSessions): Promise<string | null> {
  const sessions = await liveSessions.list();
  const items = sessions.map((session) => ({
    label: session.title,
    description: new Date(session.updatedAt).toLocaleString(),
    id: session.id,
  }));
  return (await window.showQuickPick(items, { title: l10n.t('Open Session') }))?.id ?? null;
}
