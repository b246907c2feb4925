import type { SettingDefinition } from './settingDefinition';

/** Which sessions are found; part of the table of every setting. */
export const sessionSettings = {
  'sessions.lookInAgentFolders': {
    type: 'choice',
    default: 'ask',
    choices: {
      ask: 'Asks before the first time, names the folders, and remembers the answer.',
      always: 'Looks without asking.',
      never: 'Never looks, and forgets an earlier answer.',
    },
    category: 'Sessions',
    order: 1,
    // A workspace must not say that the user's folders are looked into.
    scope: 'application',
    markdownDescription:
      'Whether *Strata: Open Latest Session…* and *Strata: Search All Sessions…* look into the folders in which Claude Code, Codex, Gemini CLI, Cline, Roo Code, Copilot and other agents keep their sessions. They are only read.',
  },
} as const satisfies Record<string, SettingDefinition>;
