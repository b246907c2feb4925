import type { SettingDefinition } from './settingDefinition';

/** What the agent may do, and for how long; part of the table of every setting. */
export const agentSettings = {
  'agent.maxToolRounds': {
    type: 'integer',
    default: 100,
    minimum: 1,
    maximum: 10_000,
    category: 'Agent',
    order: 1,
    scope: 'window',
    markdownDescription: 'Calls to the model after one message of yours before the agent stops and asks.',
  },
  'bash.timeoutSeconds': {
    type: 'integer',
    default: 120,
    minimum: 1,
    maximum: 3_600,
    category: 'Agent',
    order: 2,
    scope: 'window',
    markdownDescription:
      'Seconds after which a command of the agent is ended, with every process it started. The model may ask for less.',
  },
  'webFetch.timeoutSeconds': {
    type: 'integer',
    default: 30,
    minimum: 1,
    maximum: 120,
    category: 'Agent',
    order: 3,
    scope: 'window',
    markdownDescription: 'Seconds after which the agent no longer waits for a web page. The model may ask for less.',
  },
  'approvals.allow': {
    type: 'list',
    default: [],
    suggestions: [],
    category: 'Agent',
    order: 20,
    scope: 'application',
    markdownDescription:
      'What the agent may do without asking, in every workspace: `Bash(npm test *)`, `Edit(src/**)`, `Web Fetch(example.com)`. A command is only let through where it is one plain command. *Always* in the chat holds for its workspace and is not listed here; *Strata: Manage Approvals…* shows all.',
  },
  'approvals.deny': {
    type: 'list',
    default: [],
    suggestions: [],
    category: 'Agent',
    order: 21,
    scope: 'application',
    markdownDescription: 'What the agent may never do, written in the same way. It wins over whatever was allowed.',
  },
} as const satisfies Record<string, SettingDefinition>;
