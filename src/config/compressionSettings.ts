import { parseCompressionConfig, parseCompressionProfiles, parseCompressionStages } from './compressionConfig';
import { MESSAGES_PLACEHOLDER } from '../engine/layer3/prompts';
import { LARGEST_TOKENS_PER_CHAR, referenceDefaults } from './compressionOptions';
import { configSchema, profilesSchema, stagesSchema } from './compressionSchema';
import type { SettingDefinition } from './settingDefinition';

/** The settings of proactive compression, a part of the table in `settings.ts`. */
export const compressionSettings = {
  'compression.enabled': {
    type: 'boolean',
    default: referenceDefaults.enabled,
    tuning: { title: 'Compress proactively' },
    category: 'Compression',
    order: 1,
    scope: 'window',
    markdownDescription:
      'Summarize old messages as soon as the input passes `#strata.compression.thresholdTokens#`, long before the window is full. The options are those of GoZen; its JSON can be given as it is in `#strata.compression.config#`.',
  },
  'compression.thresholdTokens': {
    type: 'integer',
    default: referenceDefaults.thresholdTokens,
    minimum: 1,
    maximum: 100_000_000,
    tuning: { title: 'Compress above', unit: 'tokens' },
    category: 'Compression',
    order: 2,
    scope: 'window',
    markdownDescription: 'Tokens of the input above which old messages are summarized.',
  },
  'compression.targetTokens': {
    type: 'integer',
    default: referenceDefaults.targetTokens,
    minimum: 1,
    maximum: 100_000_000,
    tuning: { title: 'Compress down to', unit: 'tokens' },
    category: 'Compression',
    order: 3,
    scope: 'window',
    markdownDescription:
      'Tokens of the input after the summary. Must be below the threshold; otherwise 80 % of the threshold is used.',
  },
  'compression.preserveRecentMessages': {
    type: 'integer',
    default: referenceDefaults.preserveRecentMessages,
    minimum: 0,
    maximum: 1000,
    tuning: { title: 'Leave alone the newest', unit: 'messages' },
    category: 'Compression',
    order: 4,
    scope: 'window',
    markdownDescription: 'Messages at the end that stay as they are. System messages stay too.',
  },
  'compression.summarizerModel': {
    type: 'string',
    default: '',
    category: 'Compression',
    order: 5,
    scope: 'window',
    markdownDescription: `Model that writes the summaries, as the server of the session knows it; empty for the session's own model. GoZen's default is \`${referenceDefaults.summarizerModel}\`, which few servers have; a cheap and fast model is enough.`,
    tags: ['usesOnlineServices'],
  },
  'compression.tokensPerChar': {
    type: 'number',
    default: 0,
    minimum: 0,
    maximum: LARGEST_TOKENS_PER_CHAR,
    tuning: { title: 'Estimate by', unit: 'tokensPerCharacter' },
    category: 'Compression',
    order: 6,
    scope: 'window',
    markdownDescription: `Tokens per character, to hold an estimate against the threshold instead of the session's own count. GoZen's default is \`${String(referenceDefaults.tokensPerChar)}\`, right to about 10 % for English. \`0\` takes the session's count, which is closer.`,
  },
  'compression.customPrompt': {
    type: 'string',
    default: '',
    placeholder: MESSAGES_PLACEHOLDER,
    category: 'Compression',
    order: 7,
    scope: 'window',
    markdownDescription: `Your own prompt for the summary, with \`${MESSAGES_PLACEHOLDER}\` where the conversation is to stand. Empty takes Strata's prompt.`,
  },
  'compression.stages': {
    type: 'structure',
    default: [],
    schema: stagesSchema,
    parse: parseCompressionStages,
    category: 'Compression',
    order: 8,
    scope: 'window',
    markdownDescription:
      'Several thresholds, each with a target of its own, instead of the one of `#strata.compression.thresholdTokens#`. The highest threshold that the input has passed holds.',
  },
  'compression.profiles': {
    type: 'structure',
    default: {},
    schema: profilesSchema,
    parse: parseCompressionProfiles,
    category: 'Compression',
    order: 9,
    scope: 'window',
    markdownDescription:
      'Values by the name of a profile, of which `#strata.compression.profile#` is in force. A profile overrides the settings above where it names a value, and one of its `scenarios` overrides the profile. Each may hold for some `providers` only.',
  },
  'compression.profile': {
    type: 'string',
    default: '',
    category: 'Compression',
    order: 10,
    scope: 'window',
    markdownDescription:
      'Name of the profile in force, of `#strata.compression.profiles#` or `#strata.compression.config#`. Empty takes the one called `default`, if there is one.',
  },
  'compression.config': {
    type: 'structure',
    default: {},
    schema: configSchema,
    parse: parseCompressionConfig,
    category: 'Compression',
    order: 11,
    scope: 'window',
    markdownDescription:
      "GoZen's JSON as it is: `compression`, with the options in snake_case, and `profiles`. Where it names a value, it goes before the settings above; a profile goes before one of the same name in `#strata.compression.profiles#`.",
  },
} as const satisfies Record<string, SettingDefinition>;
