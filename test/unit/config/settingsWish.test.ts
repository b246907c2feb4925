import { describe, expect, it } from 'vitest';
import { engineSettings } from '../../../src/config/engineSettings';
import { aggressive, gentle } from '../../../src/config/presets';
import { resolveWish, type ResolvedWish, type SettingsWish } from '../../../src/config/settingsWish';
import { settingKeys, settings, type SettingKey } from '../../../src/config/settings';
import { tunedSettings } from '../../../src/config/tunedSettings';
import { validateSettings } from '../../../src/config/validateSettings';

function resolved(raw: Partial<Record<SettingKey, unknown>>, wish: Partial<SettingsWish>): ResolvedWish {
  return resolveWish(validateSettings(raw).settings, { values: {}, profile: null, ...wish }, null);
}

describe('the settings that can be moved', () => {
  it('are all switches, numbers and lists of the three layers and of proactive compression', () => {
    const tuned = new Set(tunedSettings.map(({ key }) => key));
    const movable = settingKeys.filter(
      (key) =>
        /^(layer\d|compression)\./.test(key) && ['number', 'integer', 'boolean', 'list'].includes(settings[key].type),
    );
    expect(movable.filter((key) => !tuned.has(key))).toEqual([]);
    expect(tuned).toContain('tokens.reserve');
  });

  it('have the ends, the step and the default of the table', () => {
    const byKey = new Map(tunedSettings.map((one) => [one.key, one]));
    expect(byKey.get('layer1.inputHeadroomRatio')).toMatchObject({
      kind: 'number',
      unit: 'share',
      minimum: 0.02,
      maximum: 1,
      step: 0.01,
      scale: 'linear',
      default: 0.75,
    });
    expect(byKey.get('layer1.offloadThresholdTokens')).toMatchObject({ unit: 'tokens', step: 1, scale: 'factor' });
    expect(byKey.get('layer3.maximumChunks')).toMatchObject({ scale: 'linear', step: 1 });
    expect(byKey.get('layer1.compactableTools')).toMatchObject({
      kind: 'list',
      choices: expect.arrayContaining(['Bash']) as unknown,
    });
  });
});

describe('a wish', () => {
  it('that names nothing comes to the settings as they are', () => {
    const { engine, warnings, settings: values } = resolved({ 'layer1.inputHeadroomRatio': 0.5 }, {});
    expect(engine).toEqual(engineSettings(values));
    expect(values['layer1.inputHeadroomRatio']).toBe(0.5);
    expect(warnings).toEqual([]);
  });

  it('brings a target down with its threshold, and says so', () => {
    const { settings: values, engine, warnings } = resolved({}, { values: { 'layer1.inputHeadroomRatio': 0.5 } });
    expect(values['layer1.compactTargetRatio']).toBe(0.4);
    expect(engine.layer1).toMatchObject({ inputHeadroomRatio: 0.5, compactTargetRatio: 0.4 });
    expect(warnings).toEqual([expect.stringContaining('0.4 is used')]);
  });

  it('does not tell again of what was wrong before', () => {
    expect(resolved({ 'layer2.keepLast': 'many' }, { values: { 'layer2.preemptiveRatio': 0.8 } }).warnings).toEqual([]);
  });

  it.each([
    [
      'compression.thresholdTokens',
      { 'compression.stages': [{ thresholdTokens: 9, targetTokens: 5 }] },
      'compression.stages',
      9,
    ],
    ['compression.enabled', { 'compression.config': { compression: { enabled: true } } }, 'compression.config', true],
    [
      'compression.preserveRecentMessages',
      { 'compression.profiles': { default: { compression: { preserveRecentMessages: 8 } } } },
      'compression.profiles',
      8,
    ],
    [
      'layer1.inputHeadroomRatio',
      { 'model.overrides': { '*': { thresholds: { 'layer1.inputHeadroomRatio': 0.66 } } }, 'openai.model': 'm' },
      'model.overrides',
      0.66,
    ],
  ] as const)('knows who decides in the place of %s', (key, raw, governor, value) => {
    const { held } = resolved({ provider: 'openai', ...raw }, {});
    expect(held[key]).toEqual({ value, governedBy: governor });
    expect(held['layer2.keepLast']).toEqual({ value: 6, governedBy: null });
  });

  it('takes a profile, and one of its scenarios whatever the window', () => {
    const profiles = {
      long: {
        compression: { enabled: true },
        scenarios: {
          longContext: { compression: { thresholdTokens: 100_000 } },
          default: { compression: { thresholdTokens: 9_000 } },
        },
      },
    };
    const threshold = (scenario: 'longContext' | 'default' | null): number | undefined =>
      resolved({ 'compression.profiles': profiles }, { profile: { name: 'long', scenario } }).engine.compression
        .stages[0]?.thresholdTokens;
    expect(threshold('longContext')).toBe(100_000);
    expect(threshold('default')).toBe(9_000);
    // The offline provider's window is small.
    expect(threshold(null)).toBe(9_000);
  });

  it('may be a preset without a word of warning', () => {
    for (const values of [gentle, aggressive]) expect(resolved({}, { values }).warnings).toEqual([]);
  });
});
