import { describe, expect, it } from 'vitest';
import { calibrate, calibratedRatios, UNCALIBRATED } from '../../../../src/engine/tokens/calibration';
import { estimate } from '../../../../src/engine/tokens/estimate';
import { ORDINARY_RATIOS, ratiosFor } from '../../../../src/engine/tokens/tokenRatios';

describe('calibration', () => {
  it('moves a fifth of the way to what was counted', () => {
    expect(calibrate(UNCALIBRATED, { latin: 100 }, 150).latin).toBeCloseTo(1.1);
    expect(calibrate(UNCALIBRATED, { latin: 100 }, 50).latin).toBeCloseTo(0.9);
  });

  it('teaches each kind by its share and leaves the others alone', () => {
    const learnt = calibrate(UNCALIBRATED, { latin: 75, code: 25 }, 200);
    expect(learnt.latin).toBeCloseTo(1.15);
    expect(learnt.code).toBeCloseTo(1.05);
    expect(learnt).toMatchObject({ cjk: 1, base64: 1 });
  });

  it('stays between half and twice the default', () => {
    let high = UNCALIBRATED;
    let low = UNCALIBRATED;
    for (let round = 0; round < 50; round++) {
      high = calibrate(high, { cjk: 10 }, 1000);
      low = calibrate(low, { cjk: 1000 }, 10);
    }
    expect(high.cjk).toBe(2);
    expect(low.cjk).toBe(0.5);
  });

  it('learns nothing from nothing', () => {
    expect(calibrate(UNCALIBRATED, {}, 10)).toBe(UNCALIBRATED);
    expect(calibrate(UNCALIBRATED, { code: 10 }, 0)).toBe(UNCALIBRATED);
    expect(calibrate(UNCALIBRATED, { code: 10 }, NaN)).toBe(UNCALIBRATED);
  });

  it('brings the estimate to a tokenizer that differs', () => {
    const text = 'Each receipt shows the date, the items and the total. '.repeat(20);
    const counted = Math.round(estimate(text, ORDINARY_RATIOS).tokens * 1.4);
    let calibration = UNCALIBRATED;
    for (let round = 0; round < 30; round++) {
      const { tokens, kind } = estimate(text, calibratedRatios(ORDINARY_RATIOS, calibration));
      calibration = calibrate(calibration, { [kind]: tokens }, counted);
    }
    const { tokens } = estimate(text, calibratedRatios(ORDINARY_RATIOS, calibration));
    expect(Math.abs(tokens - counted) / counted).toBeLessThan(0.02);
  });

  it('survives a store that is out of bounds', () => {
    const damaged = { latin: 90, cjk: -1, code: NaN, base64: 1 };
    expect(calibratedRatios(ORDINARY_RATIOS, damaged)).toEqual({ latin: 0.5, cjk: 0.3, code: 0.28, base64: 0.68 });
  });
});

describe('the setting tokensPerChar', () => {
  it('scales every kind and changes nothing at its default', () => {
    expect(ratiosFor(0.25)).toEqual(ORDINARY_RATIOS);
    expect(ratiosFor(0.5)).toEqual({ latin: 0.5, cjk: 1.2, code: 0.56, base64: 1.36 });
  });
});
