import { describe, expect, it } from 'vitest';
import { engineSettings } from '../../../src/config/engineSettings';
import { settings, type SettingKey } from '../../../src/config/settings';
import { validateSettings } from '../../../src/config/validateSettings';
import { defaultEngineSettings } from '../../support/engineFixture';

function checkOne(key: SettingKey, value: unknown, expected: unknown, warning: RegExp | null): void {
  const validated = validateSettings({ [key]: value });
  expect(validated.settings[key]).toEqual(expected);
  if (warning === null) expect(validated.warnings).toEqual([]);
  else expect(validated.warnings.join('\n')).toMatch(warning);
}

describe('validateSettings', () => {
  it('gives the defaults for nothing, without a warning', () => {
    const { settings: values, warnings } = validateSettings({});
    expect(warnings).toEqual([]);
    expect(engineSettings(values)).toEqual(defaultEngineSettings);
  });

  it.each<[SettingKey, unknown]>([
    ['layer1.singleToolResultShare', 0.3],
    ['layer2.keepLast', 12],
    ['layer1.compactableTools', []],
    ['provider', 'openai'],
    ['openai.baseUrl', 'http://127.0.0.1:11434/v1'],
    ['chat.openOnStartup', true],
    ['compression.enabled', true],
    ['compression.thresholdTokens', 80_000],
    ['compression.targetTokens', 30_000],
    ['compression.preserveRecentMessages', 0],
    ['compression.summarizerModel', 'claude-3-haiku-20240307'],
    ['compression.tokensPerChar', 0.25],
    ['compression.customPrompt', 'First line.\n\n{messages}\n\nSummary:'],
    ['compression.stages', [{ thresholdTokens: 8_000, targetTokens: 4_000 }]],
    ['compression.profiles', { long: { providers: ['anthropic'], scenarios: { longContext: {} } } }],
    ['compression.config', { compression: { enabled: true }, profiles: {} }],
  ])('takes %s = %j', (key, value) => {
    checkOne(key, value, value, null);
  });

  it.each<[SettingKey, unknown, unknown]>([
    ['layer1.singleToolResultShare', 7, 1],
    ['layer1.singleToolResultShare', -1, 0.01],
    ['layer2.keepLast', 2.4, 2],
    ['layer2.keepLast', 0, 1],
  ])('brings %s = %j to %j', (key, value, expected) => {
    checkOne(key, value, expected, new RegExp(`strata\\.${key} must be .* is used`));
  });

  it.each<[SettingKey, unknown]>([
    ['layer1.singleToolResultShare', '0.3'],
    ['layer1.singleToolResultShare', Number.NaN],
    ['layer1.compactableTools', ['Bash', 1]],
    ['provider', 'other'],
    ['openai.baseUrl', 'file:///etc/passwd'],
    ['openai.baseUrl', ''],
    ['openai.model', 4],
    ['chat.openOnStartup', 'yes'],
    ['compression.customPrompt', 'Summarize.'],
  ])('falls back to the default for %s = %j', (key, value) => {
    checkOne(key, value, settings[key].default, /the default is used/);
  });

  it('says what a prompt must hold', () => {
    const { warnings } = validateSettings({ 'compression.customPrompt': 'Summarize.' });
    expect(warnings).toEqual(['strata.compression.customPrompt must hold {messages}; the default is used.']);
  });

  it('names what is wrong inside a setting, and takes the rest', () => {
    const { settings: values, warnings } = validateSettings({
      'compression.config': { compression: { enabled: 1, target_tokens: 4_000 }, profile: {} },
      'compression.stages': {},
    });
    expect(values['compression.config']).toEqual({ compression: { targetTokens: 4_000 } });
    expect(values['compression.stages']).toEqual([]);
    expect(warnings).toEqual([
      'strata.compression.stages must be a list; it is ignored.',
      'strata.compression.config.compression.enabled must be true or false; it is ignored.',
      'strata.compression.config.profile is not known; it is ignored.',
    ]);
  });

  it.each([0.6, 0.5, 0.2])('puts the target of compaction below a threshold of %d', (threshold) => {
    const { settings: values, warnings } = validateSettings({ 'layer1.inputHeadroomRatio': threshold });
    expect(values['layer1.compactTargetRatio']).toBeLessThan(threshold);
    expect(values['layer1.inputHeadroomRatio']).toBe(threshold);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('strata.layer1.inputHeadroomRatio');
  });

  it('puts the target of pruning below the lowest threshold too', () => {
    const { settings: values } = validateSettings({ 'layer2.preemptiveRatio': 0.02, 'layer2.pruneTargetRatio': 1 });
    expect(values['layer2.pruneTargetRatio']).toBeLessThan(0.02);
  });
});
