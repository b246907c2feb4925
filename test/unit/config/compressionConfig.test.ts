import { describe, expect, it } from 'vitest';
import {
  parseCompressionConfig,
  parseCompressionPatch,
  parseCompressionProfiles,
  parseCompressionStages,
} from '../../../src/config/compressionConfig';
import type { CompressionConfig, CompressionPatch } from '../../../src/config/compressionOptions';
import { problemText } from '../../../src/config/parsed';
import { referenceJson } from './referenceJson';

function json(text: string): unknown {
  return JSON.parse(text);
}

function faultsOf(value: unknown): string[] {
  return parseCompressionConfig(value).problems.map(problemText);
}

describe("GoZen's JSON", () => {
  it.each<[keyof typeof referenceJson, CompressionConfig]>([
    [
      'enable',
      {
        compression: {
          enabled: true,
          thresholdTokens: 50_000,
          targetTokens: 20_000,
          summarizerModel: 'claude-3-haiku-20240307',
          preserveRecentMessages: 5,
          tokensPerChar: 0.25,
        },
      },
    ],
    [
      'perProfile',
      {
        profiles: {
          'long-context': {
            providers: ['anthropic'],
            compression: { enabled: true, thresholdTokens: 100_000, targetTokens: 40_000 },
          },
          'short-context': { providers: ['openai'], compression: { enabled: false } },
        },
      },
    ],
    [
      'conditional',
      {
        profiles: {
          default: {
            scenarios: {
              longContext: { providers: ['anthropic'], compression: { enabled: true, thresholdTokens: 100_000 } },
              default: { providers: ['anthropic'], compression: { enabled: false } },
            },
          },
        },
      },
    ],
    [
      'stages',
      {
        compression: {
          enabled: true,
          stages: [
            { thresholdTokens: 50_000, targetTokens: 30_000 },
            { thresholdTokens: 80_000, targetTokens: 40_000 },
          ],
        },
      },
    ],
    [
      'customPrompt',
      {
        compression: {
          enabled: true,
          customPrompt:
            'Crea un resumen técnico de la siguiente conversación, enfocándote en cambios de código, decisiones y elementos de acción:\n\n{messages}\n\nResumen:',
        },
      },
    ],
    ['codingSessions', useCase(80_000, 30_000, 10)],
    ['batches', useCase(40_000, 15_000, 3)],
    ['research', useCase(100_000, 40_000, 8)],
  ])('%s is taken as it is written', (name, expected) => {
    expect(parseCompressionConfig(json(referenceJson[name]))).toEqual({ value: expected, problems: [] });
  });

  it('is taken as the body of a PUT', () => {
    expect(parseCompressionPatch(json(referenceJson.put))).toEqual({
      value: { enabled: true, thresholdTokens: 60_000, targetTokens: 25_000 },
      problems: [],
    });
  });

  it.each(Object.values(referenceJson))('reads the same from its own result: %s', (text) => {
    const once = parseCompressionConfig(json(text)).value;
    expect(parseCompressionConfig(once)).toEqual({ value: once, problems: [] });
  });
});

function useCase(thresholdTokens: number, targetTokens: number, preserveRecentMessages: number): CompressionConfig {
  return { compression: { enabled: true, thresholdTokens, targetTokens, preserveRecentMessages } };
}

describe('what is wrong in it', () => {
  const inProfile = (name: string, value: unknown): unknown => ({
    profiles: { 'long-context': { compression: { [name]: value } } },
  });

  it.each<[string, unknown, string]>([
    ['threshold_tokens', 0, 'must be a whole number above 0'],
    ['threshold_tokens', 1.5, 'must be a whole number above 0'],
    ['threshold_tokens', '50000', 'must be a whole number above 0'],
    ['targetTokens', -1, 'must be a whole number above 0'],
    ['enabled', 'true', 'must be true or false'],
    ['summarizer_model', null, 'must be a text'],
    ['preserve_recent_messages', -1, 'must be a whole number of 0 or more'],
    ['tokens_per_char', 11, 'must be a number from 0 to 10'],
    ['tokens_per_char', Number.NaN, 'must be a number from 0 to 10'],
    ['custom_prompt', 'Summarize.', 'must hold {messages}, where the conversation is put'],
    ['custom_prompt', 4, 'must be a text'],
    ['stages', {}, 'must be a list'],
    ['threshold', 1, 'is not known'],
  ])('%s = %j is named with its path and left out', (name, value, fault) => {
    const { value: taken, problems } = parseCompressionConfig(inProfile(name, value));
    expect(taken).toEqual({ profiles: { 'long-context': { compression: {} } } });
    expect(problems.map(problemText)).toEqual([`profiles.long-context.compression.${name} ${fault}`]);
  });

  it('takes all that is right beside it', () => {
    const { value, problems } = parseCompressionPatch({ enabled: true, target_tokens: 'x', stages: [], budget: 1 });
    expect(value).toEqual<CompressionPatch>({ enabled: true, stages: [] });
    expect(problems.map(({ kind }) => kind)).toEqual(['wrong', 'unknown']);
  });

  it.each<[unknown, string]>([
    [null, 'The value must be an object'],
    [[], 'The value must be an object'],
    [{ compression: true }, 'compression must be an object'],
    [{ profiles: [] }, 'profiles must be an object'],
    [{ profiles: { a: 1 } }, 'profiles.a must be an object'],
    [{ profiles: { a: { providers: 'openai' } } }, 'profiles.a.providers must be a list'],
    [{ profiles: { a: { providers: ['x', 1] } } }, 'profiles.a.providers.1 must be a text'],
    [{ profiles: { a: { scenarios: { webSearch: {} } } } }, 'profiles.a.scenarios.webSearch is not known'],
  ])('says of %j: %s', (value, fault) => {
    expect(faultsOf(value)).toEqual([fault]);
  });

  it('refuses the second of two spellings', () => {
    const { value, problems } = parseCompressionPatch({ threshold_tokens: 1, thresholdTokens: 2 });
    expect(value).toEqual({ thresholdTokens: 1 });
    expect(problems.map(problemText)).toEqual(['thresholdTokens is there in both spellings']);
  });

  it('leaves out a stage that lacks its target, and says which one', () => {
    const whole = { thresholdTokens: 2, targetTokens: 1 };
    const { value, problems } = parseCompressionStages(
      [{ threshold_tokens: 4 }, whole, { target_tokens: 0 }],
      'stages',
    );
    expect(value).toEqual([whole]);
    expect(problems.map(problemText)).toEqual([
      'stages.0 must have target_tokens (or targetTokens)',
      'stages.2.target_tokens must be a whole number above 0',
      'stages.2 must have threshold_tokens (or thresholdTokens)',
    ]);
  });

  it('lets names of objects do no harm', () => {
    const { value } = parseCompressionProfiles(
      json('{"__proto__": {"compression": {"enabled": true}}, "toString": {}}'),
    );
    expect(Object.keys(value)).toEqual(['__proto__', 'toString']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(faultsOf(json('{"constructor": {}}'))).toEqual(['constructor is not known']);
  });
});
