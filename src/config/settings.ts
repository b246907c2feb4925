import { compressionSettings } from './compressionSettings';
import { layerSettings } from './layerSettings';
import { overridesSchema, parseModelOverrides } from './modelOverrides';
import type { Parsed } from './parsed';
import type { BooleanDefinition, ListDefinition, NumberDefinition, SettingDefinition } from './settingDefinition';

/**
 * Every setting, declared once. The manifest is generated from this table (`scripts/generateManifest.ts`), the types and
 * the checks are derived from it, and no default stands anywhere else.
 */

/** Keys without the `strata.` prefix. */
export const settings = {
  ...layerSettings,
  ...compressionSettings,
  provider: {
    type: 'choice',
    default: 'offline',
    choices: {
      offline: 'No model: runs the tool you name on the workspace, so that everything can be tried without a key.',
      openai: 'Any server that speaks the OpenAI chat completions protocol, at `#strata.openai.baseUrl#`.',
    },
    category: 'Model',
    order: 1,
    scope: 'window',
    markdownDescription: 'Who answers in the chat.',
    tags: ['usesOnlineServices'],
  },
  'openai.baseUrl': {
    type: 'string',
    format: 'url',
    default: 'https://api.openai.com/v1',
    category: 'Model',
    order: 2,
    scope: 'application',
    markdownDescription:
      'Address of the server, up to and including the version: `https://api.openai.com/v1`, or a local one such as `http://127.0.0.1:11434/v1`. Set the key with the command *Strata: Set API Key*.',
    tags: ['usesOnlineServices'],
  },
  'openai.model': {
    type: 'string',
    default: 'gpt-5-mini',
    category: 'Model',
    order: 3,
    scope: 'window',
    markdownDescription: 'Name of the model, as the server at `#strata.openai.baseUrl#` knows it.',
  },
  'model.window': {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 100_000_000,
    category: 'Model',
    order: 4,
    scope: 'window',
    markdownDescription: 'Context window in tokens. `0` takes the window known for the model.',
  },
  'model.overrides': {
    type: 'structure',
    default: {},
    schema: overridesSchema,
    parse: parseModelOverrides,
    category: 'Model',
    order: 7,
    scope: 'window',
    markdownDescription:
      'Window, longest reply, prices and thresholds of models, by a pattern over their names in which `*` stands for anything. The most specific pattern holds; `#strata.model.window#` wins over its window.',
  },
  'tokens.reserve': {
    type: 'integer',
    default: 16_000,
    minimum: 0,
    maximum: 10_000_000,
    category: 'Model',
    order: 5,
    scope: 'window',
    markdownDescription: 'Tokens of the window kept free for the reply. Small windows reserve less.',
  },
  'offline.window': {
    type: 'integer',
    default: 16_000,
    minimum: 2_000,
    maximum: 10_000_000,
    category: 'Model',
    order: 6,
    scope: 'window',
    markdownDescription:
      'Context window in tokens of the offline provider; small, so that compression can be seen soon.',
  },
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
  'chat.openOnStartup': {
    type: 'boolean',
    default: false,
    category: 'Chat',
    order: 1,
    scope: 'window',
    markdownDescription: 'Show the chat when a window opens.',
  },
} as const satisfies Record<string, SettingDefinition>;

export type SettingKey = keyof typeof settings;

type ValueOf<Definition extends SettingDefinition> = Definition extends NumberDefinition
  ? number
  : Definition extends BooleanDefinition
    ? boolean
    : Definition extends { readonly choices: infer Choices }
      ? keyof Choices
      : Definition extends ListDefinition
        ? readonly string[]
        : Definition extends { readonly parse: (value: unknown, path: string) => Parsed<infer Value> }
          ? Value
          : string;

/** A value for each setting, of the right type and within its range. */
export type Settings = { readonly [Key in SettingKey]: ValueOf<(typeof settings)[Key]> };

/** The keys in the order of the table. */
export const settingKeys = Object.keys(settings) as readonly SettingKey[];
