import { overridesSchema, parseModelOverrides } from './modelOverrides';
import { extraBodySchema, headersSchema, parseExtraBody, parseHeaders } from './requestSettings';
import type { SettingDefinition } from './settingDefinition';

/** Who answers in the chat, and the room it has; part of the table of every setting. */
export const modelSettings = {
  provider: {
    type: 'choice',
    default: 'offline',
    choices: {
      offline: 'No model: runs the tool you name on the workspace, so that everything can be tried without a key.',
      openai: 'Any server that speaks the OpenAI chat completions protocol, at `#strata.openai.baseUrl#`.',
      vscodeLm:
        'A language model that another extension brings, such as GitHub Copilot. VS Code asks before the first use.',
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
  'openai.headers': {
    type: 'structure',
    default: {},
    schema: headersSchema,
    parse: parseHeaders,
    category: 'Model',
    order: 8,
    scope: 'application',
    markdownDescription:
      'Headers for every request to `#strata.openai.baseUrl#`, such as `X-Title` for OpenRouter. No secrets: write `${apiKey}` where the key belongs that *Strata: Set API Key* keeps.',
    tags: ['usesOnlineServices'],
  },
  'openai.extraBody': {
    type: 'structure',
    default: {},
    schema: extraBodySchema,
    parse: parseExtraBody,
    category: 'Model',
    order: 9,
    scope: 'window',
    markdownDescription:
      'Fields for every request to the server beside those Strata sends, such as `{ "reasoning": { "effort": "high" } }` or the `provider` field of OpenRouter.',
  },
  'vscodeLm.model': {
    type: 'string',
    default: '',
    category: 'Model',
    order: 10,
    scope: 'window',
    markdownDescription:
      'Language model of another extension, as vendor and id: `copilot/gpt-4o`. Empty: the first one there is. *Strata: Select Model* lists them.',
  },
  'model.window': {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 100_000_000,
    tuning: { title: 'Context window', unit: 'tokens' },
    category: 'Model',
    order: 4,
    scope: 'window',
    markdownDescription:
      'Context window in tokens. `0` takes the window known for the model. The offline provider goes by `#strata.offline.window#` instead.',
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
    tuning: { title: 'Kept free for the reply', unit: 'tokens' },
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
    tuning: { title: 'Context window', unit: 'tokens' },
    category: 'Model',
    order: 6,
    scope: 'window',
    markdownDescription:
      'Context window in tokens of the offline provider; small, so that compression can be seen soon. Holds from the next call on; `#strata.model.window#` does not change it.',
  },
} as const satisfies Record<string, SettingDefinition>;
