import fc from 'fast-check';
import { expect, it, describe } from 'vitest';
import type { EngineSettings } from '../../../src/engine/settings';
import type { ContextLedger } from '../../../src/engine/ledger';
import { compactResults } from '../../../src/engine/layer1/compact';
import { truncateResults } from '../../../src/engine/layer1/truncate';
import { prune } from '../../../src/engine/layer2/prune';
import type { StrategyContext } from '../../../src/engine/strategy';
import { arbitraryHistory } from '../../support/arbitraryHistory';
import { defaultEngineSettings, engineFixture } from '../../support/engineFixture';

const WINDOW = 4_000;

/** Tokens of the messages in the context. What is said of those that are out grows with their number. */
function keptTokens(ledger: ContextLedger | undefined): number {
  return ledger === undefined ? -1 : ledger.totalTokens - (ledger.notice?.tokens ?? 0);
}

/** Tokens left by one strategy at a stricter and a looser threshold, over the same history. */
function checkMonotone(
  run: (context: StrategyContext, threshold: number) => void,
  settingsOf: (threshold: number) => EngineSettings,
): void {
  const thresholds = fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }));
  fc.assert(
    fc.property(arbitraryHistory(), thresholds, (messages, pair) => {
      const [stricter, looser] = [Math.min(...pair) / 100, Math.max(...pair) / 100];
      const left = [stricter, looser].map((threshold) => {
        const { ledger, options } = engineFixture(messages, WINDOW, settingsOf(threshold));
        run({ ...options, ledger }, threshold);
        return ledger;
      });
      const [strict, loose] = left;
      expect(keptTokens(strict)).toBeLessThanOrEqual(keptTokens(loose));
    }),
    { numRuns: Number(process.env['STRATA_PROPERTY_RUNS'] ?? 200) },
  );
}

describe('7: a stricter threshold never keeps more', () => {
  it('① share of one result', () => {
    checkMonotone(
      (context) => truncateResults(context),
      (share) => ({
        ...defaultEngineSettings,
        layer1: { ...defaultEngineSettings.layer1, singleToolResultShare: share },
      }),
    );
  });

  it('② target of compaction', () => {
    checkMonotone(
      (context, threshold) =>
        compactResults(context, {
          target: Math.floor(threshold * WINDOW),
          reason: 'threshold',
          threshold: 0,
          isUrgent: true,
        }),
      () => defaultEngineSettings,
    );
  });

  it('③ target of pruning', () => {
    checkMonotone(
      (context, threshold) =>
        prune(context, { target: Math.floor(threshold * WINDOW), reason: 'overflow', threshold: 0, keepLast: 2 }),
      () => defaultEngineSettings,
    );
  });
});
