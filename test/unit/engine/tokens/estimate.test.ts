import { beforeAll, describe, expect, it } from 'vitest';
import type { ExactCounter } from '../../../../src/engine/tokens/exactCounter';
import { estimate, estimateTokens } from '../../../../src/engine/tokens/estimate';
import { ORDINARY_RATIOS, ratiosFor } from '../../../../src/engine/tokens/tokenRatios';
import { exactCounter } from '../../../property/tokens/encodings';
import { estimateSamples, type SampleKind } from './estimateSamples';

const kinds = Object.keys(estimateSamples) as SampleKind[];

function tokensOf(text: string): number {
  return estimateTokens(text, ORDINARY_RATIOS);
}

describe('the estimate', () => {
  let exact: ExactCounter;

  beforeAll(async () => {
    exact = await exactCounter('o200k_base');
  }, 60_000);

  it.each(kinds)('of %s text is off by at most 7 percent on average', (kind) => {
    const errors = estimateSamples[kind].map((text) => Math.abs(tokensOf(text) / exact.countText(text) - 1));
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThanOrEqual(0.07);
  });

  it('stays within 7 % where a long text is sampled', { timeout: 60_000 }, () => {
    for (const kind of kinds) {
      const whole = estimateSamples[kind].join('\n');
      const long = `${whole}\n`.repeat(Math.ceil(60_000 / whole.length));
      expect(Math.abs(tokensOf(long) / exact.countText(long) - 1), kind).toBeLessThanOrEqual(0.07);
    }
  });

  it('tells the kinds of content apart', () => {
    const expected = { English: 'latin', Spanish: 'latin', German: 'latin', Chinese: 'cjk', Japanese: 'cjk' } as const;
    for (const kind of kinds) {
      const content = { ...expected, code: 'code', JSON: 'code', base64: 'base64' } as const;
      for (const text of estimateSamples[kind]) expect(estimate(text, ORDINARY_RATIOS).kind, text).toBe(content[kind]);
    }
  });

  it('gives Chinese and Japanese at least twice the tokens of English of the same length', () => {
    const english = tokensOf(estimateSamples.English.join(' ').slice(0, 300));
    expect(tokensOf(estimateSamples.Chinese.join('').slice(0, 300))).toBeGreaterThanOrEqual(2 * english);
    expect(tokensOf(estimateSamples.Japanese.join('').slice(0, 300))).toBeGreaterThanOrEqual(2 * english);
    const spanish = tokensOf(estimateSamples.Spanish.join(' ').slice(0, 300));
    expect(spanish / english).toBeGreaterThan(0.8);
    expect(spanish / english).toBeLessThan(1.25);
  });

  it('does not undercount emoji', () => {
    const emoji = '😀🚀🎉👍🏽'.repeat(100);
    expect(tokensOf(emoji)).toBeGreaterThanOrEqual(exact.countText(emoji) * 0.8);
  });

  it('is nothing for nothing and at least one token for a character', () => {
    expect(tokensOf('')).toBe(0);
    for (const text of ['a', ' ', '1', '\n', '好', '\ud800']) expect(tokensOf(text), text).toBeGreaterThanOrEqual(1);
  });

  it('follows the ratio of its kind', () => {
    const text = estimateSamples.English.join(' ');
    const usual = tokensOf(text);
    expect(Math.abs(estimateTokens(text, ratiosFor(0.5)) - 2 * usual)).toBeLessThanOrEqual(1);
    expect(estimateTokens(text, { ...ORDINARY_RATIOS, code: 9, cjk: 9, base64: 9 })).toBe(usual);
  });
});
