import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { CalibratedCounter } from '../../../../src/engine/tokens/calibratedCounter';
import { UNCALIBRATED } from '../../../../src/engine/tokens/calibration';
import type { TokenCounter } from '../../../../src/engine/tokens/counter';
import { EstimatingCounter } from '../../../../src/engine/tokens/estimatingCounter';
import { ORDINARY_RATIOS } from '../../../../src/engine/tokens/tokenRatios';
import { exactCounter } from '../../../property/tokens/encodings';
import { estimateSamples } from './estimateSamples';

const factor = fc.double({ min: 0.5, max: 2, noNaN: true });
const anyCalibration = fc.record({ latin: factor, cjk: factor, code: factor, base64: factor });

/** Texts of one kind and of many, with emoji and half surrogate pairs among them. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Object.values(estimateSamples).flat()).map((text) => text.slice(0, 600)),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('😀👍🏽', '\ud83d', '{"a": [1, 2]}', '好', ' '.repeat(40)),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join('\n'));

describe('the calibrated counter', () => {
  let exact: TokenCounter;
  const estimating = new EstimatingCounter(ORDINARY_RATIOS);

  beforeAll(async () => {
    exact = await exactCounter('o200k_base');
  }, 60_000);

  it('counts as its stand-in does before anything was learnt, and says that it estimates', () => {
    const counter = new CalibratedCounter(exact, UNCALIBRATED);
    for (const text of Object.values(estimateSamples).flat())
      expect(counter.countText(text)).toBe(exact.countText(text));
    expect(counter.method).toBe('estimated');
    expect(counter.countText('')).toBe(0);
  });

  it('applies the factor of what a text consists of', () => {
    const counter = new CalibratedCounter(exact, { latin: 1.2, cjk: 0.8, code: 1.5, base64: 0.5 });
    const ratio = (text: string): number => counter.countText(text) / exact.countText(text);
    expect(ratio(estimateSamples.English.join(' '))).toBeCloseTo(1.2, 1);
    expect(ratio(estimateSamples.Chinese.join(''))).toBeCloseTo(0.8, 1);
    expect(ratio(estimateSamples.JSON.join('\n'))).toBeCloseTo(1.5, 1);
    expect(ratio(estimateSamples.base64.join('\n'))).toBeCloseTo(0.5, 1);
    const mixed = ratio(estimateSamples.English.join(' ') + estimateSamples.Chinese.join(''));
    expect(mixed).toBeGreaterThan(0.85);
    expect(mixed).toBeLessThan(1.15);
  });

  it('keeps factors within their bounds', () => {
    const damaged = new CalibratedCounter(exact, { latin: 90, cjk: NaN, code: -1, base64: 1 });
    expect(damaged.calibration).toEqual({ latin: 2, cjk: 1, code: 0.5, base64: 1 });
  });

  it.each([
    ['exact', (): TokenCounter => exact],
    ['estimating', (): TokenCounter => estimating],
  ])('never keeps too much, over an %s stand-in', (_name, standIn) => {
    fc.assert(
      fc.property(anyText, anyCalibration, fc.nat({ max: 500 }), (text, calibration, tokens) => {
        const counter = new CalibratedCounter(standIn(), calibration);
        const end = counter.prefixWithin(text, tokens);
        const start = counter.suffixWithin(text, tokens);
        expect(counter.countText(text.slice(0, end))).toBeLessThanOrEqual(tokens);
        expect(counter.countText(text.slice(start))).toBeLessThanOrEqual(tokens);
        if (counter.countText(text) <= tokens) expect([end, start]).toEqual([text.length, 0]);
        const splits = (offset: number): boolean =>
          /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(offset - 1, offset + 1));
        expect(end > 0 && splits(end)).toBe(false);
        expect(start > 0 && splits(start)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('never keeps less for more tokens', () => {
    fc.assert(
      fc.property(
        anyText,
        anyCalibration,
        fc.nat({ max: 300 }),
        fc.nat({ max: 100 }),
        (text, calibration, less, more) => {
          const counter = new CalibratedCounter(exact, calibration);
          expect(counter.prefixWithin(text, less)).toBeLessThanOrEqual(counter.prefixWithin(text, less + more));
          expect(counter.suffixWithin(text, less)).toBeGreaterThanOrEqual(counter.suffixWithin(text, less + more));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never keeps too much of a text of which only samples are looked at', () => {
    const texts = Object.values(estimateSamples).flat();
    const counter = new CalibratedCounter(exact, { latin: 0.6, cjk: 1.9, code: 0.8, base64: 1.4 });
    const long = Array.from({ length: 150 }, (_, index) => texts[(index * 7) % texts.length]).join('\n');
    expect(long.length).toBeGreaterThan(1 << 16);
    for (const tokens of [0, 1, 999, 10_000, 20_000, 40_000]) {
      const kept = [long.slice(0, counter.prefixWithin(long, tokens)), long.slice(counter.suffixWithin(long, tokens))];
      for (const part of kept) expect(counter.countText(part)).toBeLessThanOrEqual(tokens);
    }
  });

  it('keeps nearly as much as fits', () => {
    const counter = new CalibratedCounter(exact, { latin: 1.2, cjk: 1, code: 1.3, base64: 1 });
    const text = estimateSamples.English.join(' ');
    const kept = counter.countText(text.slice(0, counter.prefixWithin(text, 100)));
    expect(kept).toBeGreaterThanOrEqual(Math.floor((100 * 1.2) / 1.3) - 2);
  });
});
