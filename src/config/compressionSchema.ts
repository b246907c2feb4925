import { MESSAGES_PLACEHOLDER } from '../engine/layer3/prompts';
import { LARGEST_TOKENS_PER_CHAR, referenceDefaults } from './compressionOptions';
import { snakeCase } from './spelling';

/** JSON schemas of the settings that hold objects, so that `settings.json` completes and validates them. */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Makes the manifest's reference to a text; without `english` the text of the setting of that name. */
export type Describe = (key: string, english?: string) => string;

type Spelling = 'camelCase' | 'snake_case';

export function stagesSchema(describe: Describe): JsonSchema {
  return stages(describe, 'camelCase');
}

export function profilesSchema(describe: Describe): JsonSchema {
  return profiles(describe, 'camelCase');
}

export function configSchema(describe: Describe): JsonSchema {
  const { enabled, thresholdTokens, targetTokens, preserveRecentMessages } = referenceDefaults;
  const compression = {
    enabled: !enabled,
    threshold_tokens: thresholdTokens,
    target_tokens: targetTokens,
    preserve_recent_messages: preserveRecentMessages,
  };
  return {
    ...objectSchema(
      { compression: options(describe, 'snake_case'), profiles: profiles(describe, 'snake_case') },
      'snake_case',
    ),
    defaultSnippets: [{ label: '{ "compression": … }', body: { compression } }],
  };
}

function profiles(describe: Describe, spelling: Spelling): JsonSchema {
  const providers = {
    type: 'array',
    items: { type: 'string', examples: ['anthropic', 'openai', 'offline'] },
    markdownDescription: describe(
      'compression.profiles.providers',
      "Providers the values hold for: `anthropic` and `openai` by the model's name, else the provider that is called. All, if missing.",
    ),
  };
  const compression = options(describe, spelling);
  const scenario = (key: string, english: string): JsonSchema => ({
    markdownDescription: describe(`compression.profiles.${key}`, english),
  });
  const scenarios = {
    type: 'object',
    properties: {
      longContext: scenario('longContext', "Where the model's context window is above 32 000 tokens."),
      default: scenario('defaultScenario', 'Where `longContext` does not hold or is missing.'),
    },
    // Holds for the two names above as well.
    patternProperties: { '^(longContext|long_context|default)$': objectSchema({ providers, compression }, spelling) },
    additionalProperties: false,
  };
  return {
    type: 'object',
    additionalProperties: objectSchema({ providers, compression, scenarios }, spelling),
  };
}

function options(describe: Describe, spelling: Spelling): JsonSchema {
  const described = (name: string, schema: JsonSchema): JsonSchema => ({
    ...schema,
    markdownDescription: describe(`compression.${name}`),
  });
  const schemas = {
    enabled: { type: 'boolean', default: referenceDefaults.enabled },
    thresholdTokens: { type: 'integer', minimum: 1, default: referenceDefaults.thresholdTokens },
    targetTokens: { type: 'integer', minimum: 1, default: referenceDefaults.targetTokens },
    summarizerModel: { type: 'string', examples: [referenceDefaults.summarizerModel] },
    preserveRecentMessages: { type: 'integer', minimum: 0, default: referenceDefaults.preserveRecentMessages },
    tokensPerChar: {
      type: 'number',
      minimum: 0,
      maximum: LARGEST_TOKENS_PER_CHAR,
      examples: [referenceDefaults.tokensPerChar],
    },
    customPrompt: { type: 'string', pattern: CUSTOM_PROMPT_PATTERN },
    stages: stages(describe, spelling),
  };
  return objectSchema(
    Object.fromEntries(Object.entries<JsonSchema>(schemas).map(([name, schema]) => [name, described(name, schema)])),
    spelling,
  );
}

/** Empty, or with the place for the conversation. */
export const CUSTOM_PROMPT_PATTERN = `^$|${MESSAGES_PLACEHOLDER.replaceAll(/[{}]/g, String.raw`\$&`)}`;

function stages(describe: Describe, spelling: Spelling): JsonSchema {
  const tokens = (name: 'thresholdTokens' | 'targetTokens'): JsonSchema => ({
    type: 'integer',
    minimum: 1,
    markdownDescription: describe(`compression.${name}`),
  });
  const stage = objectSchema(
    { thresholdTokens: tokens('thresholdTokens'), targetTokens: tokens('targetTokens') },
    spelling,
  );
  // Both are needed, in whichever spelling.
  return { type: 'array', items: { ...stage, minProperties: 2 } };
}

/** Completion offers one spelling; the other is held against the same rules, without words. */
function objectSchema(properties: Readonly<Record<string, JsonSchema>>, spelling: Spelling): JsonSchema {
  const offered: Record<string, JsonSchema> = {};
  const otherNames = new Map<string, string[]>();
  for (const [camel, schema] of Object.entries(properties)) {
    const [name, other] = spelling === 'camelCase' ? [camel, snakeCase(camel)] : [snakeCase(camel), camel];
    offered[name] = schema;
    if (name === other) continue;
    const { markdownDescription: _words, default: _default, examples: _examples, ...rule } = schema;
    const key = JSON.stringify(rule);
    otherNames.set(key, [...(otherNames.get(key) ?? []), other]);
  }
  const others = [...otherNames].map(([rule, names]) => [`^(${names.join('|')})$`, JSON.parse(rule) as JsonSchema]);
  return {
    type: 'object',
    properties: offered,
    ...(others.length === 0 ? {} : { patternProperties: Object.fromEntries(others) as JsonSchema }),
    additionalProperties: false,
  };
}
