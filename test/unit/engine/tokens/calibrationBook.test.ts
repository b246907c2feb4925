import { describe, expect, it } from 'vitest';
import { UNCALIBRATED } from '../../../../src/engine/tokens/calibration';
import { CalibrationBook, UNKNOWN_ERROR_BAND } from '../../../../src/engine/tokens/calibrationBook';

/** A call that was estimated at `estimatedTokens`, all of them from prose. */
function call(estimatedTokens: number, reportedTokens: number): Parameters<CalibrationBook['observe']>[1] {
  return { estimatedTokens, shares: { latin: estimatedTokens }, reportedTokens };
}

describe('CalibrationBook', () => {
  it('knows nothing of a model nobody has called, and says how far it may be off', () => {
    const book = new CalibrationBook();
    expect(book.of('m')).toBeNull();
    expect(book.errorBandOf('m')).toBe(0.2);
  });

  it('starts from the factors it is given and moves a fifth of the way', () => {
    const book = new CalibrationBook();
    expect(book.observe('Model ', call(1000, 1500), { ...UNCALIBRATED, latin: 1.2 })).toBe(true);
    expect(book.of('model')?.calibration.latin).toBeCloseTo(1.2 * 1.1);
    expect(book.of('model')).toMatchObject({ calls: 1, calibration: { cjk: 1, code: 1, base64: 1 } });
    book.observe('model', call(1000, 1000), UNCALIBRATED);
    expect(book.of('model')?.calibration.latin).toBeCloseTo(1.2 * 1.1);
  });

  it('puts down to the tokenizer only what comes from texts', () => {
    const book = new CalibrationBook();
    // 600 of 1 000 tokens are an image: the 100 too few are a quarter of what the texts were estimated at.
    book.observe('m', { estimatedTokens: 1000, shares: { latin: 400 }, reportedTokens: 1100 }, UNCALIBRATED);
    expect(book.of('m')?.calibration.latin).toBeCloseTo(1 + 0.2 * 0.25);
  });

  it('narrows its band bit by bit and widens it at once', () => {
    const book = new CalibrationBook();
    book.observe('m', call(1000, 1000), UNCALIBRATED);
    expect(book.errorBandOf('m')).toBeCloseTo(UNKNOWN_ERROR_BAND * 0.8);
    for (let round = 0; round < 30; round++) book.observe('m', call(1000, 1000), UNCALIBRATED);
    expect(book.errorBandOf('m')).toBeLessThan(0.01);
    book.observe('m', call(1000, 800), UNCALIBRATED);
    expect(book.errorBandOf('m')).toBeCloseTo(0.25);
  });

  it.each([
    ['nothing reported', call(1000, 0)],
    ['nothing estimated', call(0, 1000)],
    ['a report that is no number', call(1000, NaN)],
    ['the input without what was cached', call(1000, 300)],
    ['a report of something else', call(1000, 3001)],
  ])('learns nothing from %s', (_name, sample) => {
    const book = new CalibrationBook();
    expect(book.observe('m', sample, UNCALIBRATED)).toBe(false);
    expect(book.of('m')).toBeNull();
  });

  it('brings the estimates of a tokenizer that differs to it, and its band to what is left', () => {
    const book = new CalibrationBook();
    const truth = { latin: 1.4, cjk: 0.7, code: 1.1 };
    const contents = [
      { latin: 900, cjk: 0, code: 300 },
      { latin: 200, cjk: 800, code: 100 },
      { latin: 100, cjk: 50, code: 1200 },
    ];
    for (let round = 0; round < 300; round++) {
      const { latin, cjk, code } = contents[round % 3] ?? { latin: 1, cjk: 1, code: 1 };
      const factors = book.of('m')?.calibration ?? UNCALIBRATED;
      const shares = { latin: latin * factors.latin, cjk: cjk * factors.cjk, code: code * factors.code };
      const estimatedTokens = shares.latin + shares.cjk + shares.code;
      const reportedTokens = latin * truth.latin + cjk * truth.cjk + code * truth.code;
      book.observe('m', { estimatedTokens, shares, reportedTokens }, UNCALIBRATED);
    }
    expect(book.of('m')?.calibration.latin).toBeCloseTo(1.4, 1);
    expect(book.of('m')?.calibration.cjk).toBeCloseTo(0.7, 1);
    expect(book.of('m')?.calibration.code).toBeCloseTo(1.1, 1);
    expect(book.errorBandOf('m')).toBeLessThan(0.03);
  });

  it('survives being stored', () => {
    const book = new CalibrationBook();
    book.observe('a', call(1000, 1200), UNCALIBRATED);
    book.observe('__proto__', call(1000, 900), UNCALIBRATED);
    const read = CalibrationBook.fromJSON(JSON.parse(JSON.stringify(book)));
    expect(read.of('a')).toEqual(book.of('a'));
    expect(read.of('__proto__')).toEqual(book.of('__proto__'));
    expect(read.toJSON()).toEqual(book.toJSON());
  });

  it.each([
    undefined,
    null,
    3,
    'text',
    [],
    {},
    { models: {} },
    { models: [3, null, [], ['a'], ['a', {}], [1, { calibration: UNCALIBRATED, errorBand: 0.1, calls: 1 }]] },
    { models: [['a', { calibration: { latin: 'x', cjk: 1, code: 1, base64: 1 }, errorBand: 0.1, calls: 1 }]] },
    { models: [['a', { calibration: UNCALIBRATED, errorBand: -1, calls: 1 }]] },
  ])('is empty after reading %j', (stored) => {
    expect(CalibrationBook.fromJSON(stored).toJSON()).toEqual({ models: [] });
  });

  it('cuts what is stored to its bounds', () => {
    const stored = {
      models: [['a', { calibration: { latin: 99, cjk: 0, code: 1, base64: 1 }, errorBand: 99, calls: 2 }]],
    };
    expect(CalibrationBook.fromJSON(stored).of('a')).toEqual({
      calibration: { latin: 2, cjk: 0.5, code: 1, base64: 1 },
      errorBand: 2,
      calls: 2,
    });
  });

  it('forgets the model not called for longest once there are more than 50', () => {
    const book = new CalibrationBook();
    for (let index = 0; index < 50; index++) book.observe(`m${index}`, call(1000, 1000), UNCALIBRATED);
    book.observe('m0', call(1000, 1000), UNCALIBRATED);
    book.observe('new', call(1000, 1000), UNCALIBRATED);
    expect(book.toJSON().models).toHaveLength(50);
    expect(book.of('m1')).toBeNull();
    expect(book.of('m0')?.calls).toBe(2);
    expect(
      CalibrationBook.fromJSON({ models: Array.from({ length: 80 }, (_, i) => [`n${i}`, book.of('m0')]) }).toJSON()
        .models,
    ).toHaveLength(50);
  });
});
