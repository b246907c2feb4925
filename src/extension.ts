import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { ExtensionMode, Uri, l10n, workspace, type ExtensionContext } from 'vscode';
import { needsApiKey } from './config/apiKeyRule';
import { createSettingsReader } from './config/readSettings';
import type { Settings } from './config/settings';
import { JournalFold } from './engine/journalFold';
import { MessageCounter } from './engine/messageCounter';
import { limitsFor } from './engine/settings';
import { createEstimatingCounter } from './engine/tokens/counter';
import { ORDINARY_RATIOS } from './engine/tokens/tokenRatios';
import { profileFor } from './models/profile';
import { createLog } from './platform/log';
import { createApiKeys, type ApiKeys } from './platform/secrets';
import { sessionsFolder } from './platform/sessionsFolder';
import { vscodeWorkspaceFiles } from './platform/vscodeWorkspaceFiles';
import { ProviderError } from './providers/chatProvider';
import { OfflineProvider } from './providers/offline';
import { OpenAiProvider } from './providers/openAi';
import { AgentSession } from './session/agentSession';
import type { ModelConnection } from './session/modelConnection';
import { SessionStore } from './session/sessionStore';
import { TOOLS } from './session/tools/registry';
import { withTimeLimit } from './session/tools/timeLimit';
import { ChatHost, restriction } from './views/chatHost';
import { ChatView } from './views/chatView';
import { focusChat, registerCommands } from './views/commandHandlers';
import { exportSession } from './views/exportSession';
import { InspectorPanel } from './views/inspectorPanel';
import { LiveSessions } from './views/liveSessions';
import { OriginalDocuments } from './views/originalDocuments';
import { reopenSessionFiles } from './views/reopenSessionFiles';
import { StartPages } from './views/startPages';
import { SessionsTree } from './views/sessionsTree';
import { showSettingWarning } from './views/settingWarnings';
import { createStatusBarItem } from './views/statusBar';
import { createTestApi, type StrataTestApi } from './views/testApi';
import { TranscriptEditor } from './views/transcriptEditor';
import { createSessionWorker, type SessionWorker } from './worker/client';
import { WorkerPlanner } from './worker/workerPlanner';
import type { WorkerError } from './worker/workerError';

/** Where it is kept what was learnt of the models' tokenizers. */
const CALIBRATION_KEY = 'strata.calibration';

let liveSessions: LiveSessions | null = null;

/** Puts the parts together and registers them; sessions, workers and pages start when somebody asks for them. */
export function activate(context: ExtensionContext): StrataTestApi | undefined {
  const { extensionUri, subscriptions } = context;
  const log = createLog();
  const settings = createSettingsReader((warning) => {
    log.warn(warning);
    void showSettingWarning(warning);
  });
  const keys = createApiKeys(context.secrets);
  const createWorker = (onError: (error: WorkerError) => void): SessionWorker => {
    const worker = createSessionWorker({
      workerPath: Uri.joinPath(extensionUri, 'dist', 'worker.cjs').fsPath,
      ranksFolder: Uri.joinPath(extensionUri, 'dist', 'ranks').fsPath,
      calibration: context.globalState.get(CALIBRATION_KEY) ?? null,
      onError,
    });
    worker.on('calibrated', ({ book }) => {
      void context.globalState.update(CALIBRATION_KEY, book);
    });
    return worker;
  };

  const tools = TOOLS.map((tool) =>
    tool.name === 'bash' ? withTimeLimit(tool, () => settings.read()['bash.timeoutSeconds']) : tool,
  );
  const sessions = (liveSessions = new LiveSessions({
    log,
    settings,
    store: new SessionStore(sessionsFolder(context.globalStorageUri, workspace.workspaceFolders?.[0]?.uri).fsPath),
    memory: context.workspaceState,
    createWorker,
    connect: (values) => connect(values, keys),
    startAgent: (stored, worker, connection) =>
      AgentSession.start({
        ...stored,
        fold: new JournalFold(new MessageCounter(createEstimatingCounter(ORDINARY_RATIOS))),
        planner: new WorkerPlanner(worker),
        connection,
        root: workspaceRoot(),
        files: vscodeWorkspaceFiles,
        tools,
        restriction,
        now: Date.now,
        makeId: randomUUID,
        maxToolRounds: settings.read()['agent.maxToolRounds'],
      }),
  }));
  const pages = new StartPages();
  const originals = new OriginalDocuments();
  const inspectorServices = { extensionUri, log, originals, exportSession };
  const inspector = new InspectorPanel({ ...inspectorServices, liveSessions: sessions });
  const transcripts = new TranscriptEditor({
    ...inspectorServices,
    pages,
    settings,
    createWorker,
    temporaryFolder: Uri.joinPath(context.globalStorageUri, 'opened'),
  });
  const chat = new ChatHost({ liveSessions: sessions, settings, openInspector: (index) => inspector.open(index) });
  subscriptions.push(
    log,
    originals,
    inspector,
    transcripts.register(),
    chat,
    new ChatView(chat, extensionUri, log, pages).register(),
    new SessionsTree(sessions, log),
    createStatusBarItem(sessions),
    registerCommands({ log, settings, keys, liveSessions: sessions, chat, inspector }),
    reopenSessionFiles(context.workspaceState, pages),
  );
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
  await liveSessions?.close();
}

/** The model the settings choose, and the room it has. */
function connect(settings: Settings, keys: ApiKeys): ModelConnection {
  const wantedReserve = settings['tokens.reserve'];
  if (settings.provider === 'offline') {
    const window = settings['offline.window'];
    const provider = new OfflineProvider({ windowTokens: window });
    return { provider, model: 'offline', ...limitsFor(window, wantedReserve), summaryModel: null };
  }
  const model = settings['openai.model'];
  const overrides = settings['model.overrides'];
  const baseUrl = settings['openai.baseUrl'];
  const window = settings['model.window'] === 0 ? profileFor(model, overrides).window : settings['model.window'];
  const apiKey = async (): Promise<string | undefined> => {
    const key = await keys.get(baseUrl);
    if (key === null && needsApiKey(baseUrl)) {
      const words = l10n.t('{0} wants an API key, and none is set. Nothing was sent.', new URL(baseUrl).host);
      throw new ProviderError('authentication', words);
    }
    return key ?? undefined;
  };
  const provider = new OpenAiProvider({ id: 'openai', baseUrl, apiKey });
  const summarizer = settings['compression.summarizerModel'];
  const summaryModel =
    summarizer === '' ? { model, window } : { model: summarizer, window: profileFor(summarizer, overrides).window };
  return { provider, model, ...limitsFor(window, wantedReserve), summaryModel };
}

/** The first folder, its links resolved; null where there is none on the disk. */
function workspaceRoot(): string | null {
  const folder = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  return folder === undefined ? null : realpathSync(folder.uri.fsPath);
}
