import fc from 'fast-check';
import { expect, it } from 'vitest';
import { standsIn } from '../../../../src/engine/layer3/facts';
import { PickedText } from '../../../../src/engine/layer3/pickedText';

/** Little enough that pieces meet: words, digits, marks, letters without spaces between, half a surrogate pair. */
const character = fc.constantFrom('a', 'b', '_', '1', '2', '.', '/', ' ', '漢', 'の', '한', 'é', '𝒳', '\ud835', '\n');
const piece = fc.string({ unit: character, maxLength: 6 });

it('says the same as a search through the whole text', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), piece, (pieces, wanted) => {
      const picked = new PickedText();
      for (const one of pieces) picked.add(one);
      const text = `\n${pieces.map((one) => `${one}\n`).join('')}`;
      expect(picked.holds(wanted)).toBe(standsIn(wanted, text));
    }),
    { numRuns: 20_000 },
  );
});
