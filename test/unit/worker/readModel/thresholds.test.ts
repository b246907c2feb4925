import { describe, expect, it } from 'vitest';
import type { CompressionSettings, CompressionStage, EngineSettings } from '../../../../src/engine/settings';
import { thresholds } from '../../../../src/worker/readModel/thresholds';
import { settings } from '../sessionFixtures';

const limits = { window: 200_000, reserve: 16_000 };

function compressionTicks(compression: Partial<CompressionSettings>): unknown[] {
  const changed: EngineSettings = { ...settings, compression: { ...settings.compression, ...compression } };
  return thresholds(changed, limits).filter(({ setting }) => setting.startsWith('strata.compression.'));
}

function stage(thresholdTokens: number): CompressionStage {
  return { thresholdTokens, targetTokens: thresholdTokens / 2 };
}

describe('the marks of Layer 1', () => {
  const marks = (layer1: Partial<EngineSettings['layer1']>): readonly string[] =>
    thresholds({ ...settings, layer1: { ...settings.layer1, ...layer1 } }, limits).map(({ label }) => label);

  it('say the share that is set, where it is what acts', () => {
    expect(marks({ evictInputsRatio: 0.8 })).toEqual(['75% compact', '80% archive arguments', '90% prune']);
  });

  it('are that of pruning where they act no earlier', () => {
    expect(marks({})).toEqual(['75% compact', '90% archive arguments, prune']);
    expect(marks({ inputHeadroomRatio: 0.9 })).toEqual(['90% compact, archive arguments, prune']);
  });

  it('never stand on one place', () => {
    for (const evictInputsRatio of [0.1, 0.75, 0.828, 0.829, 0.85, 1]) {
      const places = thresholds(
        { ...settings, layer1: { ...settings.layer1, inputHeadroomRatio: 0.74, evictInputsRatio } },
        limits,
      );
      expect(new Set(places.map(({ tokens }) => tokens)).size).toBe(places.length);
    }
  });
});

describe('the mark of proactive compression', () => {
  it('stands at its threshold, lowest first among the others', () => {
    const [first, ...others] = thresholds(
      { ...settings, compression: { ...settings.compression, enabled: true } },
      limits,
    );
    expect(first).toEqual({ setting: 'strata.compression.thresholdTokens', label: '25% compress', tokens: 50_000 });
    expect(others.map(({ label }) => label)).toEqual(['75% compact', '90% archive arguments, prune']);
  });

  it('is not there while compression is off', () => {
    expect(compressionTicks({})).toEqual([]);
  });

  it('is there for each stage that an input can reach, each by a name of its own', () => {
    const stages = [stage(50_000), stage(184_000), stage(184_001)];
    expect(compressionTicks({ enabled: true, stages })).toEqual([
      { setting: 'strata.compression.stages.0', label: '25% compress', tokens: 50_000 },
      { setting: 'strata.compression.stages.1', label: '92% compress', tokens: 184_000 },
    ]);
  });
});
