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
} as const satisfies Record<string, SettingDefinition>;
