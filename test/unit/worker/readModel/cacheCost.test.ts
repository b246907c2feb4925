import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../../src/engine/decision';
import type { ModelPrices } from '../../../../src/models/modelPrices';
import { cacheCost, joinedEffect, unchangedTokens } from '../../../../src/worker/readModel/cacheCost';

const prices: ModelPrices = { input: 2, cachedInput: 0.5, cacheWrite: 2, output: 8, long: null };

function decision(tokensBefore: number, tokensAfter: number, rereadTokens: number | null): Decision {
  const cache = { rereadTokens: rereadTokens ?? 0, savedTokens: tokensBefore - tokensAfter };
  return {
    id: 'd',
    strategy: 'compact',
    layer: 1,
    trigger: { reason: 'command', setting: 'layer1.inputHeadroomRatio', measuredTokens: 0, thresholdTokens: 0 },
    historyLength: 9,
    tokensBefore,
    tokensAfter,
    counted: 'counted',
    edits: [],
    removal: null,
    ...(rereadTokens === null ? {} : { cache }),
  };
}

describe('cacheCost', () => {
  it('pays back once the calls have saved from the cache what was read anew beside it', () => {
    // 3 000 × 0.75 of a price against 1 000 × 0.25 of it.
    expect(cacheCost({ rereadTokens: 3_000, savedTokens: 1_000 }, prices, 10_000)).toEqual({
      rereadTokens: 3_000,
      savedTokens: 1_000,
      paysBackAfterCalls: 9,
      dollars: { reread: 0.0045, savedPerCall: 0.0005 },
    });
  });

  it('takes a tenth for what cached input costs where nobody says, and names no money', () => {
    const cost = cacheCost({ rereadTokens: 1_000, savedTokens: 2_000 }, null, 10_000);
    expect(cost).toMatchObject({ paysBackAfterCalls: 5, dollars: null });
  });

  it('never pays back what saves nothing, and at once what a cache would not make cheaper', () => {
    expect(cacheCost({ rereadTokens: 10, savedTokens: 0 }, prices, 100).paysBackAfterCalls).toBe(null);
    expect(cacheCost({ rereadTokens: 10, savedTokens: -5 }, prices, 100).paysBackAfterCalls).toBe(null);
    const plain = { ...prices, cachedInput: 2 };
    expect(cacheCost({ rereadTokens: 10, savedTokens: 5 }, plain, 100).paysBackAfterCalls).toBe(0);
    const free = { ...prices, input: 0, cachedInput: 0 };
    expect(cacheCost({ rereadTokens: 10, savedTokens: 5 }, free, 100).paysBackAfterCalls).toBe(18);
  });

  it('takes the price of long inputs for them', () => {
    const long = {
      ...prices,
      long: { input: 4, cachedInput: 1, cacheWrite: 4, output: 16, aboveInputTokens: 200_000 },
    };
    const reread = (inputTokens: number): number | undefined =>
      cacheCost({ rereadTokens: 1_000_000, savedTokens: 1 }, long, inputTokens).dollars?.reread;
    expect([reread(200_000), reread(200_001)]).toEqual([1.5, 3]);
  });
});

describe('decisions taken together', () => {
  it('read anew from the first change of them all', () => {
    // The first left 6 000 tokens of 8 000 as they were, the second 2 000 of 5 000.
    const both = [decision(9_000, 8_000, 2_000), decision(8_000, 5_000, 3_000)];
    expect(unchangedTokens(both)).toBe(2_000);
    expect(joinedEffect(both)).toEqual({ rereadTokens: 3_000, savedTokens: 4_000 });
    expect(joinedEffect([...both].reverse())?.rereadTokens).toBe(6_000);
  });

  it('leave everything where there are none, and are not known where one does not say', () => {
    expect(unchangedTokens([])).toBe(Infinity);
    expect(joinedEffect([])).toBe(null);
    expect(unchangedTokens([decision(9, 8, 1), decision(8, 7, null)])).toBe(null);
  });
});
