import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEstimatingCounter, type TokenCounter } from '../../../src/engine/tokens/counter';
import { ORDINARY_RATIOS } from '../../../src/engine/tokens/tokenRatios';
import { encodingNames, exactCounter } from './encodings';
import { trickyText } from './trickyText';

const exact = encodingNames.map((name): [string, () => Promise<TokenCounter>] => [name, () => exactCounter(name)]);
const estimating: [string, () => Promise<TokenCounter>] = [
  'an estimate',
  () => Promise.resolve(createEstimatingCounter(ORDINARY_RATIOS)),
];

const budget = fc.integer({ min: 0, max: 60 });

/** Texts with a run so long that it is not searched character by character. */
const longRun = fc
  .tuple(
    fc.constantFrom('a', ' ', '=', '好', '😀', 'é', 'ACGT', '\n', '1'),
    fc.integer({ min: 60, max: 400 }),
    trickyText,
  )
  .map(([unit, times, rest]) => rest + unit.repeat(times) + rest);

const anyText = fc.oneof({ weight: 4, arbitrary: trickyText }, { weight: 1, arbitrary: longRun });

/** So short that no piece exceeds what is searched character by character. */
const shortText = trickyText.map((text) => text.slice(0, 20));

describe.each([...exact, estimating])('cutting by tokens with %s', (_name, create) => {
  it('keeps a beginning within the budget and no half character', { timeout: 60_000 }, async () => {
    const counter = await create();
    fc.assert(
      fc.property(anyText, budget, (text, tokens) => {
        const offset = counter.prefixWithin(text, tokens);
        expect(counter.countText(text.slice(0, offset))).toBeLessThanOrEqual(tokens);
        expect(partsPair(text, offset)).toBe(false);
        if (counter.countText(text) <= tokens) expect(offset).toBe(text.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps an end within the budget and no half character', { timeout: 60_000 }, async () => {
    const counter = await create();
    fc.assert(
      fc.property(anyText, budget, (text, tokens) => {
        const offset = counter.suffixWithin(text, tokens);
        expect(counter.countText(text.slice(offset))).toBeLessThanOrEqual(tokens);
        expect(partsPair(text, offset)).toBe(false);
        if (counter.countText(text) <= tokens) expect(offset).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });
});

describe.each(exact)('cutting short texts with %s', (_name, create) => {
  // Not in every text: a longer cut may have fewer tokens, where it changes how the pieces around it are split.
  it('keeps the longest beginning and the longest end that fit, but for one text in a hundred', async () => {
    const counter = await create();
    const missed = fc.sample(fc.tuple(shortText, fc.integer({ min: 0, max: 12 })), 1000).filter(([text, tokens]) => {
      const cuts = Array.from({ length: text.length + 1 }, (_, cut) => cut).filter((cut) => !partsPair(text, cut));
      const longest = cuts.findLast((cut) => counter.countText(text.slice(0, cut)) <= tokens);
      const earliest = cuts.find((cut) => counter.countText(text.slice(cut)) <= tokens);
      return counter.prefixWithin(text, tokens) !== longest || counter.suffixWithin(text, tokens) !== earliest;
    });
    expect(missed.length).toBeLessThan(10);
  }, 60_000);
});

function partsPair(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
}
