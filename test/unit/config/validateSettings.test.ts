import { describe, expect, it } from 'vitest';
import { engineSettings } from '../../../src/config/engineSettings';
import { settings, type SettingKey } from '../../../src/config/settings';
import { validateSettings } from '../../../src/config/validateSettings';

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
    expect(engineSettings(values)).toEqual({
      layer1: {
        singleToolResultShare: 0.5,
        offloadThresholdTokens: 20_000,
        inputHeadroomRatio: 0.75,
        compactTargetRatio: 0.6,
        evictInputsRatio: 0.85,
        compactableTools: ['Read File', 'Bash', 'Grep', 'Glob', 'Search Files', 'Web Fetch', 'Edit'],
      },
      layer2: { preemptiveRatio: 0.9, pruneTargetRatio: 0.6, keepLast: 6 },
    });
  });

  it.each<[SettingKey, unknown]>([
    ['layer1.singleToolResultShare', 0.3],
    ['layer2.keepLast', 12],
    ['layer1.compactableTools', []],
    ['provider', 'openai'],
    ['openai.baseUrl', 'http://127.0.0.1:11434/v1'],
    ['chat.openOnStartup', true],
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
  ])('falls back to the default for %s = %j', (key, value) => {
    checkOne(key, value, settings[key].default, /the default is used/);
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
