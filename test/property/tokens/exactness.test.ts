import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodingNames, exactCounter, oracle } from './encodings';
import { trickyText } from './trickyText';

describe.each(encodingNames)('counting in %s', (encoding) => {
  it('equals the published tokenizer on every text', { timeout: 60_000 }, async () => {
    const counter = await exactCounter(encoding);
    const expected = oracle(encoding);
    fc.assert(
      fc.property(trickyText, (text) => {
        expect(counter.countText(text)).toBe(expected(text));
      }),
      { numRuns: 3000 },
    );
  });
});
