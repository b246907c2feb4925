import { describe, expect, it } from 'vitest';
import { parseOverrides } from '../../../src/models/parseOverrides';

const thresholds = {
  'layer1.inputHeadroomRatio': { minimum: 0.02, maximum: 1, integer: false },
  'layer2.keepLast': { minimum: 1, maximum: 1000, integer: true },
};

describe('parseOverrides', () => {
  it('reads everything there is', () => {
    const value = {
      '*claude*': {
        window: 150_000,
        maxOutput: 8_000,
        inputPrice: 3,
        cachedInputPrice: 0.3,
        outputPrice: 15,
        thresholds: { 'layer1.inputHeadroomRatio': 0.5, 'layer2.keepLast': 10 },
      },
    };
    expect(parseOverrides(value, thresholds)).toEqual({ overrides: value, problems: [] });
    expect(parseOverrides(undefined, thresholds)).toEqual({ overrides: {}, problems: [] });
    expect(parseOverrides({}, thresholds)).toEqual({ overrides: {}, problems: [] });
  });

  it.each([
    ['[]', [], 'model.overrides has to be an object, not a list.'],
    ['text', 'x', 'model.overrides has to be an object, not a string.'],
    ['an entry', { a: 3 }, 'model.overrides["a"] has to be an object, not a number.'],
    ['null', { a: null }, 'model.overrides["a"] has to be an object, not null.'],
    ['an empty pattern', { ' ': {} }, 'model.overrides[" "]: the pattern is empty; "*" stands for every model.'],
    [
      'a fraction',
      { a: { window: 1.5 } },
      'model.overrides["a"].window has to be a whole number from 1 to 100000000, not 1.5.',
    ],
    ['zero', { a: { window: 0 } }, 'model.overrides["a"].window has to be a whole number from 1 to 100000000, not 0.'],
    [
      'a price below 0',
      { a: { outputPrice: -1 } },
      'model.overrides["a"].outputPrice has to be a number from 0 to 100000, not -1.',
    ],
    [
      'a name',
      { a: { windows: 1 } },
      'model.overrides["a"]: windows is not known here. Known are window, maxOutput, inputPrice, cachedInputPrice, outputPrice, thresholds.',
    ],
    [
      'a name of every object',
      { a: { toString: 1 } },
      'model.overrides["a"]: toString is not known here. Known are window, maxOutput, inputPrice, cachedInputPrice, outputPrice, thresholds.',
    ],
    ['thresholds', { a: { thresholds: 1 } }, 'model.overrides["a"].thresholds has to be an object, not a number.'],
    [
      'a threshold',
      { a: { thresholds: { 'layer2.keepLast': '3' } } },
      'model.overrides["a"].thresholds.layer2.keepLast has to be a whole number from 1 to 1000, not "3".',
    ],
    [
      'a setting without threshold',
      { a: { thresholds: { provider: 1 } } },
      'model.overrides["a"].thresholds: provider is not known here. Known are layer1.inputHeadroomRatio, layer2.keepLast.',
    ],
  ])('says what is wrong with %s', (_name, value, problem) => {
    expect(parseOverrides(value, thresholds).problems).toEqual([problem]);
  });

  it('keeps what is right beside what is wrong', () => {
    const value = { a: { window: 'x', maxOutput: 5, thresholds: { 'layer2.keepLast': 2, nothing: 1 } }, b: 1 };
    const { overrides, problems } = parseOverrides(value, thresholds);
    expect(overrides).toEqual({ a: { maxOutput: 5, thresholds: { 'layer2.keepLast': 2 } } });
    expect(problems).toHaveLength(3);
  });
});
