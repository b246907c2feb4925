import { describe, expect, it } from 'vitest';
import { referenceDefaults } from '../../../src/config/compressionOptions';
import { engineSettings } from '../../../src/config/engineSettings';
import { LONG_CONTEXT_TOKENS, resolveCompression, type CompressionPlace } from '../../../src/config/resolveCompression';
import { settings, type SettingKey } from '../../../src/config/settings';
import { validateSettings } from '../../../src/config/validateSettings';
import type { CompressionSettings } from '../../../src/engine/settings';
import { defaultEngineSettings } from '../../support/engineFixture';
import { referenceJson } from './referenceJson';

type Raw = Partial<Record<SettingKey, unknown>>;

const claude: CompressionPlace = { provider: 'openai', model: 'claude-sonnet-4-5', window: 200_000 };
const gpt: CompressionPlace = { provider: 'openai', model: 'gpt-5-mini', window: 400_000 };

function resolved(raw: Raw, at: CompressionPlace = gpt): CompressionSettings {
  return resolveCompression(validateSettings(raw).settings, at);
}

function fromJson(name: keyof typeof referenceJson, more: Raw = {}): Raw {
  return { 'compression.config': JSON.parse(referenceJson[name]) as unknown, ...more };
}

const standard = defaultEngineSettings.compression;

describe('the defaults of GoZen', () => {
  it('are what its documentation says', () => {
    expect(referenceDefaults).toEqual({
      enabled: false,
      thresholdTokens: 50_000,
      targetTokens: 20_000,
      summarizerModel: 'claude-3-haiku-20240307',
      preserveRecentMessages: 5,
      tokensPerChar: 0.25,
    });
    expect(LONG_CONTEXT_TOKENS).toBe(32_000);
  });

  it('hold where nothing is set, but for the model and the estimate', () => {
    expect(resolved({})).toEqual(standard);
  });

  it('that are not taken are named in the descriptions', () => {
    expect(settings['compression.summarizerModel'].markdownDescription).toContain('`claude-3-haiku-20240307`');
    expect(settings['compression.tokensPerChar'].markdownDescription).toContain('`0.25`');
  });
});

describe('each setting', () => {
  it.each<[SettingKey, unknown, Partial<CompressionSettings>]>([
    ['compression.enabled', true, { enabled: true }],
    ['compression.thresholdTokens', 60_000, { stages: [{ thresholdTokens: 60_000, targetTokens: 20_000 }] }],
    ['compression.targetTokens', 10_000, { stages: [{ thresholdTokens: 50_000, targetTokens: 10_000 }] }],
    ['compression.summarizerModel', 'gpt-5-nano', { summarizerModel: 'gpt-5-nano' }],
    ['compression.preserveRecentMessages', 12, { preserveRecentMessages: 12 }],
    ['compression.tokensPerChar', 0.3, { tokensPerChar: 0.3 }],
    ['compression.customPrompt', '{messages}!', { customPrompt: '{messages}!' }],
    [
      'compression.stages',
      [{ threshold_tokens: 9, target_tokens: 3 }],
      { stages: [{ thresholdTokens: 9, targetTokens: 3 }] },
    ],
    ['compression.profiles', { default: { compression: { enabled: true } } }, { enabled: true }],
    ['compression.config', { compression: { enabled: true } }, { enabled: true }],
  ])('%s is in force', (key, value, changed) => {
    expect(resolved({ [key]: value })).toEqual({ ...standard, ...changed });
    expect(engineSettings(validateSettings({ [key]: value }).settings, gpt).compression).toEqual({
      ...standard,
      ...changed,
    });
  });

  it('compression.profile chooses among the profiles', () => {
    const profiles = {
      default: { compression: { enabled: true } },
      other: { compression: { customPrompt: '{messages}' } },
    };
    const raw = { 'compression.profiles': profiles, 'compression.profile': 'other' };
    expect(resolved(raw)).toEqual({ ...standard, customPrompt: '{messages}' });
    expect(validateSettings(raw).warnings).toEqual([]);
  });

  it('warns of a profile that is not there', () => {
    const raw = { 'compression.profile': 'constructor' };
    expect(resolved(raw)).toEqual(standard);
    expect(validateSettings(raw).warnings).toEqual([
      'strata.compression.profile names "constructor", which is no profile; none is in force.',
    ]);
  });
});

describe("GoZen's JSON", () => {
  it.each<[keyof typeof referenceJson, Partial<CompressionSettings>]>([
    [
      'enable',
      { enabled: true, summarizerModel: 'claude-3-haiku-20240307', tokensPerChar: 0.25, preserveRecentMessages: 5 },
    ],
    [
      'stages',
      {
        enabled: true,
        stages: [
          { thresholdTokens: 50_000, targetTokens: 30_000 },
          { thresholdTokens: 80_000, targetTokens: 40_000 },
        ],
      },
    ],
    [
      'batches',
      { enabled: true, stages: [{ thresholdTokens: 40_000, targetTokens: 15_000 }], preserveRecentMessages: 3 },
    ],
  ])('%s is in force', (name, changed) => {
    expect(resolved(fromJson(name))).toEqual({ ...standard, ...changed });
  });

  it('goes before the single settings where it names a value, and only there', () => {
    const raw = fromJson('codingSessions', {
      'compression.stages': [{ thresholdTokens: 9, targetTokens: 3 }],
      'compression.preserveRecentMessages': 7,
      'compression.summarizerModel': 'small',
    });
    expect(resolved(raw)).toEqual({
      ...standard,
      enabled: true,
      stages: [{ thresholdTokens: 80_000, targetTokens: 30_000 }],
      preserveRecentMessages: 10,
      summarizerModel: 'small',
    });
  });

  it('goes before a profile of the same name among the settings', () => {
    const raw = fromJson('perProfile', {
      'compression.profiles': { 'long-context': { compression: { preserveRecentMessages: 9 } } },
      'compression.profile': 'long-context',
    });
    expect(resolved(raw, claude)).toEqual({
      ...standard,
      enabled: true,
      stages: [{ thresholdTokens: 100_000, targetTokens: 40_000 }],
    });
  });
});

describe('a profile', () => {
  it.each<[string, string, CompressionPlace, boolean]>([
    ['a provider it names', 'long-context', claude, true],
    ['no other', 'long-context', gpt, false],
  ])('holds for %s', (_what, profile, at, enabled) => {
    expect(resolved(fromJson('perProfile', { 'compression.profile': profile }), at).enabled).toBe(enabled);
  });

  it('can turn off what the settings turn on', () => {
    const raw = fromJson('perProfile', { 'compression.profile': 'short-context', 'compression.enabled': true });
    expect(resolved(raw, gpt).enabled).toBe(false);
    expect(resolved(raw, claude).enabled).toBe(true);
  });

  it('is chosen by the name of the provider in any case of letters', () => {
    const profiles = { default: { providers: ['OpenAI'], compression: { enabled: true } } };
    expect(resolved({ 'compression.profiles': profiles }).enabled).toBe(true);
  });
});

describe('a scenario', () => {
  it.each<[string, CompressionPlace, boolean]>([
    ['a long window', claude, true],
    ['a window just above', { ...claude, window: 32_001 }, true],
    ['a window at the limit', { ...claude, window: 32_000 }, false],
    ['another provider', gpt, false],
  ])('of %s', (_what, at, enabled) => {
    expect(resolved(fromJson('conditional'), at).enabled).toBe(enabled);
  });

  const inLongWindow = (scenarios: unknown): CompressionSettings =>
    resolved({
      'compression.profiles': {
        default: { compression: { preserveRecentMessages: 8, customPrompt: '{messages}' }, scenarios },
      },
    });
  const keeps = (preserveRecentMessages: number): unknown => ({ compression: { preserveRecentMessages } });

  it('goes before its profile where it names a value', () => {
    const { preserveRecentMessages, customPrompt } = inLongWindow({ longContext: keeps(3), default: keeps(2) });
    expect({ preserveRecentMessages, customPrompt }).toEqual({ preserveRecentMessages: 3, customPrompt: '{messages}' });
  });

  it.each([
    ['that is missing', { default: keeps(2) }, 2],
    ['of another provider', { longContext: { providers: ['anthropic'] }, default: keeps(2) }, 2],
    ['that names nothing', { longContext: {}, default: keeps(2) }, 8],
  ])('%s: the default one, unless it holds', (_what, scenarios, kept) => {
    expect(inLongWindow(scenarios).preserveRecentMessages).toBe(kept);
  });
});

describe('stages', () => {
  it('stand in the order of their thresholds, each with its own target', () => {
    const stages = [
      { thresholdTokens: 80_000, targetTokens: 40_000 },
      { thresholdTokens: 50_000, targetTokens: 30_000 },
    ];
    expect(resolved({ 'compression.stages': stages }).stages).toEqual([...stages].reverse());
  });

  it.each<[Raw, number, string]>([
    [{ 'compression.targetTokens': 50_000 }, 40_000, 'strata.compression: the target of 50000 tokens'],
    [
      { 'compression.config': { compression: { threshold_tokens: 20_000 } } },
      16_000,
      'strata.compression.config.compression: the target of 20000 tokens',
    ],
    [
      { 'compression.profiles': { default: { compression: { threshold_tokens: 10_000 } } } },
      8_000,
      'strata.compression.profiles.default: the target of 20000 tokens',
    ],
    [
      {
        'compression.config': {
          profiles: { default: { scenarios: { longContext: { compression: { target_tokens: 60_000 } } } } },
        },
      },
      40_000,
      'strata.compression.config.profiles.default.scenarios.longContext: the target of 60000 tokens',
    ],
  ])('have targets below their thresholds: %j', (raw, target, words) => {
    const { warnings } = validateSettings(raw);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(words);
    expect(warnings[0]).toContain(`; ${String(target)} is used.`);
    expect(resolved(raw).stages.map(({ targetTokens }) => targetTokens)).toEqual([target]);
  });

  it('are below even the smallest threshold', () => {
    expect(resolved({ 'compression.thresholdTokens': 1 }).stages).toEqual([{ thresholdTokens: 1, targetTokens: 0 }]);
  });
});

describe('without a place', () => {
  const raw: Raw = {
    'compression.profiles': {
      default: { providers: ['offline'], compression: { enabled: true } },
    },
  };

  it('the settings say what is called', () => {
    expect(engineSettings(validateSettings(raw).settings).compression.enabled).toBe(true);
    expect(engineSettings(validateSettings({ ...raw, provider: 'openai' }).settings).compression.enabled).toBe(false);
  });

  it('the window of the settings decides on the scenario', () => {
    const scenarios = { longContext: { compression: { enabled: true } } };
    const withScenario: Raw = { 'compression.profiles': { default: { scenarios } } };
    const at = (more: Raw): boolean =>
      engineSettings(validateSettings({ ...withScenario, ...more }).settings).compression.enabled;
    expect(at({})).toBe(false);
    expect(at({ 'offline.window': 64_000 })).toBe(true);
    expect(at({ provider: 'openai', 'model.window': 64_000 })).toBe(true);
    expect(at({ provider: 'openai' })).toBe(false);
  });
});
