import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/engine/decision';
import {
  addStatistics,
  averageSavedTokens,
  compressionRate,
  NO_STATISTICS,
  referenceStatistics,
  statisticsSince,
  type CompressionStatistics,
} from '../../../src/engine/statistics';
import { StatisticsFold, type AccountedCall, type CallTokens } from '../../../src/engine/statisticsFold';
import { sampleDecision } from '../../support/sampleDecision';

function decision(id: string, savedTokens: number, takenAt?: number): Decision {
  const taken = { ...sampleDecision, id, tokensBefore: 1_000, tokensAfter: 1_000 - savedTokens };
  return takenAt === undefined ? taken : { ...taken, takenAt };
}

/** A dollar for each token, a tenth for a cached one. */
const priceOf = ({ inputTokens, cachedInputTokens, outputTokens }: CallTokens): number =>
  inputTokens - 0.9 * cachedInputTokens + outputTokens;

function call(inputTokens: number, uncompressedTokens = inputTokens, unchangedTokens = Infinity): AccountedCall {
  return { inputTokens, uncompressedTokens, unchangedTokens, outputTokens: 0, priceOf };
}

describe('the accounts of a session', () => {
  it('count the decisions before one call as one compression', () => {
    const fold = new StatisticsFold();
    fold.takeCall(call(100));
    fold.takeDecision(decision('a', 40, 1));
    fold.takeDecision(decision('b', 10, 2));
    fold.takeCall(call(60, 110, 20));
    fold.takeDecision(decision('c', 5, 3));
    expect(fold.statistics).toMatchObject({ calls: 2, compressions: 2, decisions: 3, savedTokens: 55 });
    expect(fold.statistics.last).toEqual({ at: 3, strategy: 'compact', savedTokens: 5 });
    expect(averageSavedTokens(fold.statistics)).toBe(27);
    expect(compressionRate(fold.statistics)).toBe(1);
  });

  it('leave out what was undone', () => {
    const fold = new StatisticsFold();
    fold.takeDecision(decision('a', 40, 1));
    fold.takeCall(call(60, 100));
    fold.takeDecision(decision('b', 10, 2));
    fold.takeDecision(decision('c', 5, 3));
    fold.forget(new Set(['b', 'unknown']));
    expect(fold.statistics).toMatchObject({ compressions: 2, decisions: 2, savedTokens: 45 });
    fold.forget(new Set(['c']));
    expect(fold.statistics).toMatchObject({ compressions: 1, decisions: 1, savedTokens: 40 });
    expect(fold.statistics.last?.at).toBe(1);
  });

  it('know what the calls cost, and what they would have cost without compression', () => {
    const fold = new StatisticsFold();
    fold.takeCall(call(100));
    fold.takeDecision(decision('a', 40));
    // 20 of the 100 tokens before stand as they were; without compression all of them would.
    fold.takeCall(call(60, 110, 20));
    fold.takeCall(call(70, 120));
    expect(fold.statistics.dollars).toBeCloseTo(100 + (60 - 18) + (70 - 54), 9);
    expect(fold.statistics.uncompressedDollars).toBeCloseTo(100 + (110 - 90) + (120 - 99), 9);
    expect(fold.statistics).toMatchObject({
      inputTokens: 230,
      uncompressedTokens: 330,
      prefixTokens: 80,
      previousTokens: 160,
      unpricedCalls: 0,
    });
  });

  it('say for how many calls no price is known', () => {
    const fold = new StatisticsFold();
    fold.takeCall({ ...call(100), priceOf: null });
    fold.takeCall({ ...call(100), unchangedTokens: null });
    fold.takeSummary({ calls: 3, tokens: 900, dollars: null });
    fold.takeSummary({ calls: 1, tokens: 100, dollars: 2 });
    expect(fold.statistics).toMatchObject({
      unpricedCalls: 2,
      dollars: 0,
      previousTokens: 0,
      summaryCalls: 4,
      summaryTokens: 1_000,
      summaryDollars: 2,
      unpricedSummaries: 3,
    });
  });

  it('break the cache of both where something else than a decision changed the start', () => {
    const fold = new StatisticsFold();
    fold.takeCall(call(100));
    fold.takeCall(call(100, 100, 0));
    expect(fold.statistics.dollars).toBe(200);
    expect(fold.statistics.uncompressedDollars).toBe(200);
  });
});

describe('the statistics in the names of the reference', () => {
  it('are those of its example', () => {
    const at = Date.parse('2026-03-05T10:30:00.250Z');
    const last = { at, strategy: 'compact', savedTokens: 1 } as const;
    const statistics = { ...NO_STATISTICS, calls: 280, compressions: 42, savedTokens: 1_250_000, last };
    expect(referenceStatistics(statistics, true)).toEqual({
      enabled: true,
      total_compressions: 42,
      tokens_saved: 1_250_000,
      average_savings: 29_761,
      compression_rate: 0.15,
      last_compression: '2026-03-05T10:30:00Z',
    });
  });

  it('are zero before the first call', () => {
    expect(referenceStatistics(NO_STATISTICS, false)).toEqual({
      enabled: false,
      total_compressions: 0,
      tokens_saved: 0,
      average_savings: 0,
      compression_rate: 0,
      last_compression: null,
    });
  });
});

type Step = { readonly kind: 'call' | 'decision'; readonly tokens: number };

const steps = fc.array(fc.record<Step>({ kind: fc.constantFrom('call', 'decision'), tokens: fc.nat(1_000) }));

function play(fold: StatisticsFold, played: readonly Step[], from = 0): StatisticsFold {
  played.forEach(({ kind, tokens }, place) => {
    if (kind === 'call') fold.takeCall({ ...call(tokens), priceOf: null });
    else fold.takeDecision(decision(String(from + place), tokens, from + place));
  });
  return fold;
}

describe('statistics', () => {
  it('add up: what came since, added to what was, is what is', () => {
    fc.assert(
      fc.property(steps, steps, (before, since) => {
        const fold = play(new StatisticsFold(), before);
        const was = fold.statistics;
        const now = play(fold, since, before.length).statistics;
        expect(addStatistics(was, statisticsSince(was, now))).toEqual<CompressionStatistics>(now);
      }),
    );
  });

  it('are as if what was undone had never been taken', () => {
    fc.assert(
      fc.property(steps, (played) => {
        const fold = play(new StatisticsFold(), played);
        fold.forget(new Set(played.map((_, place) => String(place))));
        const calls = played.filter(({ kind }) => kind === 'call');
        expect(fold.statistics).toEqual(play(new StatisticsFold(), calls).statistics);
      }),
    );
  });

  it('compress no call twice', () => {
    fc.assert(
      fc.property(steps, (played) => {
        const { calls, compressions, decisions } = play(new StatisticsFold(), played).statistics;
        expect(compressions).toBeLessThanOrEqual(Math.min(decisions, calls + 1));
      }),
    );
  });
});
