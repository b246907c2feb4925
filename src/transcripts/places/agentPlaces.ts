import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What the usual folders of agents depend on. */
export interface Surroundings {
  /** Absolute path of the user's folder. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path of VS Code's folder with `globalStorage` and `workspaceStorage`. */
  readonly editorData: string;
}

/** A folder in which an agent keeps its sessions. */
export interface AgentPlace {
  /** The agent's name, for people. */
  readonly agent: string;
  /** Absolute paths; variables of the environment that move the folder are followed. */
  readonly folders: (surroundings: Surroundings) => readonly string[];
  /** Names below the folder, one a step; `*` stands for any part of a name. */
  readonly pattern: string;
  /** Names of files that match and are no sessions of their own. */
  readonly except?: RegExp;
  /** Where the folder of the project stands when the file does not say, by the agent's habit. */
  readonly project?: 'workspaceJson' | 'geminiRoot';
  /** Where this is written down. */
  readonly source: string;
}

/** As this process sees them. */
export function surroundingsOf(editorData: string): Surroundings {
  return { home: homedir(), environment: process.env, editorData };
}

/** Every place Strata knows. What an agent keeps in a database is not listed: a file is opened, not queried. */
export const agentPlaces: readonly AgentPlace[] = [
  {
    agent: 'Claude Code',
    folders: (around) => {
      const moved = variable(around, 'CLAUDE_CONFIG_DIR');
      const usual = [join(around.home, '.claude'), join(around.home, '.config', 'claude')];
      return (moved === null ? usual : [moved]).map((folder) => join(folder, 'projects'));
    },
    pattern: '*/*.jsonl',
    // Subagents of older versions stand beside their session; the journal holds no messages.
    except: /^(?:agent-.*|journal)\.jsonl$/,
    source: 'Claude Code documentation, "Settings" (CLAUDE_CONFIG_DIR) and "Data usage"',
  },
  {
    agent: 'Codex',
    folders: (around) => [join(codexHome(around), 'sessions')],
    pattern: '*/*/*/rollout-*.jsonl',
    source: 'openai/codex, codex-rs/rollout (sessions/YYYY/MM/DD) and codex-rs/utils/home-dir (CODEX_HOME)',
  },
  {
    agent: 'Codex',
    folders: (around) => [join(codexHome(around), 'archived_sessions')],
    pattern: 'rollout-*.jsonl',
    source: 'openai/codex, codex-rs/rollout (ARCHIVED_SESSIONS_SUBDIR)',
  },
  {
    agent: 'Gemini CLI',
    folders: (around) => [join(variable(around, 'GEMINI_CLI_HOME') ?? around.home, '.gemini', 'tmp')],
    pattern: '*/chats/session-*.json*',
    project: 'geminiRoot',
    source: 'google-gemini/gemini-cli, packages/core/src/utils/paths.ts (GEMINI_CLI_HOME) and config/storage.ts',
  },
  {
    agent: 'Cline',
    folders: (around) => [variable(around, 'CLINE_SESSION_DATA_DIR') ?? join(clineData(around), 'sessions')],
    pattern: '*/*.messages.json',
    source: 'cline/cline, sdk/packages/shared/src/storage/paths.ts',
  },
  {
    agent: 'Cline',
    folders: (around) => [extensionTasks(around, 'saoudrizwan.claude-dev'), join(clineData(around), 'tasks')],
    pattern: '*/api_conversation_history.json',
    source: 'cline/cline, src/core/storage/disk.ts (tasks/<id>)',
  },
  {
    agent: 'Roo Code',
    folders: (around) => [extensionTasks(around, 'rooveterinaryinc.roo-cline')],
    pattern: '*/api_conversation_history.json',
    source: 'RooCodeInc/Roo-Code, src/utils/storage.ts (tasks/<id>)',
  },
  {
    agent: 'Kilo Code',
    folders: (around) => [extensionTasks(around, 'kilocode.kilo-code')],
    pattern: '*/api_conversation_history.json',
    source: 'Kilo-Org/kilocode, src/utils/storage.ts (tasks/<id>)',
  },
  {
    agent: 'Copilot CLI',
    folders: (around) => [copilotSessions(around)],
    pattern: '*/events.jsonl',
    source: 'GitHub documentation, "Copilot CLI configuration directory" (COPILOT_HOME, session-state)',
  },
  {
    agent: 'Copilot CLI',
    folders: (around) => [copilotSessions(around)],
    pattern: '*.jsonl',
    source: 'Copilot CLI before it kept a folder for each session',
  },
  {
    agent: 'VS Code Chat',
    folders: (around) => [join(around.editorData, 'workspaceStorage')],
    pattern: '*/chatSessions/*.json*',
    project: 'workspaceJson',
    source: 'microsoft/vscode, src/vs/workbench/contrib/chat/common/model/chatSessionStore.ts',
  },
  {
    agent: 'VS Code Chat',
    folders: (around) => [join(around.editorData, 'globalStorage', 'emptyWindowChatSessions')],
    pattern: '*.json*',
    source: 'microsoft/vscode, src/vs/workbench/contrib/chat/common/model/chatSessionStore.ts',
  },
  {
    agent: 'pi',
    folders: (around) => [
      join(variable(around, 'PI_CODING_AGENT_DIR') ?? join(around.home, '.pi', 'agent'), 'sessions'),
    ],
    pattern: '*/*.jsonl',
    source: 'badlogic/pi-mono, packages/coding-agent/docs/session.md (PI_CODING_AGENT_DIR)',
  },
  {
    agent: 'OpenHands',
    folders: (around) => [
      variable(around, 'OPENHANDS_CONVERSATIONS_DIR') ??
        join(variable(around, 'OPENHANDS_PERSISTENCE_DIR') ?? join(around.home, '.openhands'), 'conversations'),
    ],
    pattern: '*/base_state.json',
    source: 'OpenHands/OpenHands-CLI, openhands_cli/locations.py',
  },
];

/** Strata's own sessions, of every workspace. */
export function ownPlace(sessionsFolder: string): AgentPlace {
  return {
    agent: 'Strata',
    folders: () => [sessionsFolder],
    pattern: '*/*/journal.jsonl',
    source: 'src/session/sessionStore.ts',
  };
}

function codexHome(around: Surroundings): string {
  return variable(around, 'CODEX_HOME') ?? join(around.home, '.codex');
}

function clineData(around: Surroundings): string {
  const moved = variable(around, 'CLINE_DATA_DIR');
  return moved ?? join(variable(around, 'CLINE_DIR') ?? join(around.home, '.cline'), 'data');
}

function copilotSessions(around: Surroundings): string {
  return join(variable(around, 'COPILOT_HOME') ?? join(around.home, '.copilot'), 'session-state');
}

function extensionTasks({ editorData }: Surroundings, extension: string): string {
  return join(editorData, 'globalStorage', extension, 'tasks');
}

/** The folder a variable names; null where it names none, as one that is relative means another one in each process. */
function variable({ environment, home }: Surroundings, name: string): string | null {
  const value = (environment[name] ?? '').trim();
  const path = value === '~' || /^~[/\\]/.test(value) ? join(home, value.slice(1)) : value;
  return isAbsolute(path) ? path : null;
}
