import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { ExtensionMode, Uri, env, l10n, workspace, type ExtensionContext } from 'vscode';
import { createSettingsReader } from './config/readSettings';
import { JournalFold } from './engine/journalFold';
import { MessageCounter } from './engine/messageCounter';
import { setLanguage } from './l10n/text';
import { createLog } from './platform/log';
import { ripgrepPath } from './platform/ripgrepPath';
import { createApiKeys } from './platform/secrets';
import { sessionsFolder } from './platform/sessionsFolder';
import { VscodeWorkspaceFiles } from './platform/vscodeWorkspaceFiles';
import { AgentSession } from './session/agentSession';
import { MemoryFile } from './session/memoryFile';
import { lengthCounter } from './session/lengthCounter';
import { nodeWorkspaceFiles } from './session/nodeWorkspaceFiles';
import { SessionStore } from './session/sessionStore';
import { StatisticsFile } from './session/statisticsFile';
import { TOOLS } from './session/tools/registry';
import { withTimeLimit } from './session/tools/timeLimit';
import { AgentFolders } from './views/agentFolders';
import { ApprovalRuleBook } from './views/approvalRuleBook';
import { ChatHost, restriction } from './views/chatHost';
import { ChatView } from './views/chatView';
import { focusChat, registerCommands } from './views/commandHandlers';
import { connectModel } from './views/connectModel';
import { exportSession } from './views/exportSession';
import { GatewayControl } from './views/gatewayControl';
import { Hints } from './views/hints';
import { InspectorPanel } from './views/inspectorPanel';
import type { InspectorSource } from './views/inspectorSource';
import { LiveSessions } from './views/liveSessions';
import { createModelWindows } from './views/modelWindows';
import { OriginalDocuments } from './views/originalDocuments';
import { ProposedChanges } from './views/proposedChange';
import { reopenSessionFiles } from './views/reopenSessionFiles';
import { tellNotResumed } from './views/sessionCommands';
import { StartPages } from './views/startPages';
import { SessionsTree } from './views/sessionsTree';
import { SourceLines } from './views/sourceLines';
import { settingTexts } from './views/settingTexts';
import { showSettingWarning } from './views/settingWarnings';
import { StatisticsKeeper } from './views/statisticsKeeper';
import { createStatusBarItem } from './views/statusBar';
import { createTestApi, type StrataTestApi } from './views/testApi';
import { TranscriptEditor } from './views/transcriptEditor';
import { createSessionWorker, type SessionWorker } from './worker/client';
import { WorkerPlanner } from './worker/workerPlanner';
import type { WorkerError } from './worker/workerError';

/** Where it is kept what was learnt of the models' tokenizers. */
const CALIBRATION_KEY = 'strata.calibration';

let liveSessions: LiveSessions | null = null;
let gatewayControl: GatewayControl | null = null;

/** Puts the parts together and registers them; sessions, workers and pages start when somebody asks for them. */
export function activate(context: ExtensionContext): StrataTestApi | undefined {
  const { extensionUri, subscriptions } = context;
  setLanguage(env.language, l10n.bundle);
  const log = createLog();
  const settings = createSettingsReader((warning) => {
    log.warn(warning);
    void showSettingWarning(warning);
  });
  const keys = createApiKeys(context.secrets);
  const windows = createModelWindows(context.globalState);
  const createWorker = (onError: (error: WorkerError) => void): SessionWorker => {
    const worker = createSessionWorker({
      workerPath: Uri.joinPath(extensionUri, 'dist', 'worker.cjs').fsPath,
      ranksFolder: Uri.joinPath(extensionUri, 'dist', 'ranks').fsPath,
      calibration: context.globalState.get(CALIBRATION_KEY) ?? null,
      texts: l10n.bundle,
      onError,
    });
    worker.on('calibrated', ({ book }) => {
      void context.globalState.update(CALIBRATION_KEY, book);
    });
    return worker;
  };

  const timeLimits = new Map<string, 'bash.timeoutSeconds' | 'webFetch.timeoutSeconds'>([
    ['bash', 'bash.timeoutSeconds'],
    ['web_fetch', 'webFetch.timeoutSeconds'],
  ]);
  const tools = TOOLS.map((tool) => {
    const limit = timeLimits.get(tool.name);
    return limit === undefined ? tool : withTimeLimit(tool, () => settings.read()[limit]);
  });
  const folder = sessionsFolder(context.globalStorageUri, workspace.workspaceFolders?.[0]?.uri);
  const memory = new MemoryFile(Uri.joinPath(folder, 'memory.md').fsPath);
  const approvals = new ApprovalRuleBook(settings, context.workspaceState);
  const sessions = (liveSessions = new LiveSessions({
    log,
    settings,
    store: new SessionStore(folder.fsPath),
    memory: context.workspaceState,
    createWorker,
    connect: (values) => connectModel(values, { keys, windows }),
    startAgent: async (stored, worker, connection, queued) =>
      AgentSession.start({
        ...stored,
        queued,
        fold: new JournalFold(new MessageCounter(lengthCounter)),
        planner: new WorkerPlanner(worker),
        connection,
        root: workspaceRoot(),
        files: new VscodeWorkspaceFiles(nodeWorkspaceFiles),
        ripgrep: await ripgrepPath(env.appRoot),
        memory,
        tools,
        restriction,
        rules: approvals,
        now: Date.now,
        makeId: randomUUID,
        maxToolRounds: settings.read()['agent.maxToolRounds'],
      }),
  }));
  const pages = new StartPages();
  const originals = new OriginalDocuments();
  const sourceLines = new SourceLines();
  const statistics = new StatisticsKeeper({
    file: new StatisticsFile(Uri.joinPath(context.globalStorageUri, 'statistics.json').fsPath),
    log,
    liveSessions: sessions,
  });
  const inspectorServices = {
    extensionUri,
    log,
    settings,
    statistics,
    texts: settingTexts(context.extension.packageJSON),
    originals,
    sourceLines,
    exportSession: (source: InspectorSource) => exportSession(source, { settings, keys }),
  };
  const inspector = new InspectorPanel({ ...inspectorServices, liveSessions: sessions });
  const transcripts = new TranscriptEditor({
    ...inspectorServices,
    pages,
    settings,
    createWorker,
    temporaryFolder: Uri.joinPath(context.globalStorageUri, 'opened'),
  });
  const agentFolders = new AgentFolders({
    settings,
    memory: context.globalState,
    editorData: Uri.joinPath(context.globalStorageUri, '..', '..').fsPath,
    sessionsFolder: Uri.joinPath(folder, '..').fsPath,
  });
  const proposals = new ProposedChanges();
  const gateway = (gatewayControl = new GatewayControl({
    log,
    settings,
    keys,
    secrets: context.secrets,
    memory: context.globalState,
    threadPath: Uri.joinPath(extensionUri, 'dist', 'gateway.cjs').fsPath,
    ranksFolder: Uri.joinPath(extensionUri, 'dist', 'ranks').fsPath,
    sessionsFolder: folder.fsPath,
    onSessions: () => {
      sessions.listChanged();
    },
  }));
  const hints = new Hints(sessions, context.globalState);
  const chat = new ChatHost({
    liveSessions: sessions,
    hints,
    settings,
    openInspector: (subject) => inspector.open(subject),
    showProposal: (approvalId, proposal) => proposals.open(approvalId, proposal),
    closeProposal: (approvalId) => proposals.close(approvalId),
  });
  subscriptions.push(
    log,
    originals,
    sourceLines,
    statistics,
    agentFolders,
    proposals,
    inspector,
    transcripts.register(),
    hints,
    chat,
    new ChatView(chat, extensionUri, log, pages).register(),
    new SessionsTree(sessions, log),
    sessions.onDidNotResume(({ id, error }) => void tellNotResumed(sessions, id, error)),
    createStatusBarItem(sessions),
    registerCommands({
      log,
      settings,
      keys,
      windows,
      liveSessions: sessions,
      chat,
      inspector,
      transcripts,
      folders: agentFolders,
      ripgrep: () => ripgrepPath(env.appRoot),
      memoryPath: memory.path,
      approvals,
      gateway,
    }),
    gateway,
    reopenSessionFiles(context.workspaceState, pages),
  );
  void gateway.startBySetting();
  if (settings.read()['chat.openOnStartup']) {
    // Activation does not wait: a page of ours may itself wait for the activation.
    void pages.turn().then(focusChat);
  }
  return context.extensionMode === ExtensionMode.Production
    ? undefined
    : createTestApi(chat.api, keys, sessions, transcripts);
}

/** Waits until the journal is closed, so that the next window finds it whole and free. */
export async function deactivate(): Promise<void> {
  await gatewayControl?.stop();
  await liveSessions?.close();
}

/** The first folder, its links resolved; null where there is none on the disk. */
function workspaceRoot(): string | null {
  const folder = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  return folder === undefined ? null : realpathSync.native(folder.uri.fsPath);
}
