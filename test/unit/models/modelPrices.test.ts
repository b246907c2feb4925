import { describe, expect, it } from 'vitest';
import { modelPrices, priceOfCall } from '../../../src/models/modelPrices';

const prices = modelPrices({ base: [3, 0.3, 3.75, 15], long: [200_000, 6, 0.6, 7.5, 22.5] });

describe('priceOfCall', () => {
  it('is so many dollars for a million tokens', () => {
    expect(priceOfCall(prices, { inputTokens: 100_000, outputTokens: 10_000 })).toBeCloseTo(0.45, 10);
  });

  it('charges cached and written tokens at their own price, and once', () => {
    const tokens = { inputTokens: 100_000, cachedInputTokens: 80_000, cacheWriteTokens: 10_000, outputTokens: 0 };
    expect(priceOfCall(prices, tokens)).toBeCloseTo(0.03 + 0.024 + 0.0375, 10);
  });

  it('charges all of a long request at the higher price', () => {
    expect(priceOfCall(prices, { inputTokens: 200_000, outputTokens: 0 })).toBeCloseTo(0.6, 10);
    expect(priceOfCall(prices, { inputTokens: 200_001, outputTokens: 0 })).toBeCloseTo(1.200006, 10);
  });
});

it('takes what is not known to be cheaper or dearer for ordinary input', () => {
  expect(modelPrices({ base: [2, null, null, 8] })).toEqual({
    input: 2,
    cachedInput: 2,
    cacheWrite: 2,
    output: 8,
    long: null,
  });
});
