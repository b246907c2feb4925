import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageCounter } from '../../../src/engine/messageCounter';
import { RecentTexts } from '../../../src/engine/tokens/recentTexts';
import { encodingNames, exactCounter } from './encodings';
import { trickyText } from './trickyText';

/** Text in which seams are frequent, with anything at all on either side. */
const seamedText = fc
  .array(fc.oneof(trickyText, fc.constantFrom('a b', '.\nb', 'x \n', '\n/', '} {', '\n\n#', ' a')), { maxLength: 6 })
  .map((texts) => texts.join(''));

/** Long enough to be remembered, and ending and beginning in any way. */
const longText = fc
  .tuple(seamedText, fc.constantFrom('word ', 'line;\n', '字'), seamedText)
  .map(([start, unit, end]) => start + unit.repeat(400) + end);

describe.each(encodingNames)('seams of %s', (encoding) => {
  it('part a text into texts with as many tokens together', { timeout: 60_000 }, async () => {
    const counter = await exactCounter(encoding);
    let seams = 0;
    fc.assert(
      fc.property(seamedText, (text) => {
        for (let offset = 0; offset <= text.length; offset++) {
          if (!counter.isSeam(text, offset)) continue;
          seams += 1;
          const parts = counter.countText(text.slice(0, offset)) + counter.countText(text.slice(offset));
          expect(parts).toBe(counter.countText(text));
        }
      }),
      { numRuns: 1000 },
    );
    expect(seams).toBeGreaterThan(1000);
  });

  it('let a text be counted by what is known of it, to the same number', { timeout: 60_000 }, async () => {
    const counter = await exactCounter(encoding);
    const recent = new RecentTexts(counter);
    const check = (text: string): void => expect(recent.countText(text)).toBe(counter.countText(text));
    fc.assert(
      fc.property(seamedText, longText, seamedText, (before, text, behind) => {
        for (const whole of [text, text, before + text, before + text + behind, text + behind, text]) check(whole);
      }),
      { numRuns: 150 },
    );
  });

  it('let a message go on from its counted beginning, to the same number', { timeout: 60_000 }, async () => {
    const counter = new MessageCounter(await exactCounter(encoding));
    fc.assert(
      fc.property(seamedText, seamedText, (start, rest) => {
        const known = { characters: start.length, tokens: counter.countTextMessage(start) };
        expect(counter.countContinuedMessage(start + rest, known)).toBe(counter.countTextMessage(start + rest));
      }),
      { numRuns: 1000 },
    );
  });
});
