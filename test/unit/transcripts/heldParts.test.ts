import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Part } from '../../../src/engine/message';
import { HeldParts, isKnownWellFormed } from '../../../src/transcripts/heldParts';

let held: HeldParts;

beforeEach(() => {
  held = new HeldParts();
});

afterEach(() => {
  held.close();
});

const long = 'x'.repeat(600);

const parts = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: fc.string({ unit: 'binary', maxLength: 2_000 }) }),
  fc.record({ type: fc.constant('thinking' as const), text: fc.string({ maxLength: 900 }), signature: fc.string() }),
  fc.record({
    type: fc.constant('raw' as const),
    kind: fc.string(),
    json: fc.string({ minLength: 500, maxLength: 900 }),
  }),
  fc.record({
    type: fc.constant('toolCall' as const),
    id: fc.string(),
    name: fc.string(),
    arguments: fc.string({ minLength: 500, maxLength: 900 }),
  }),
);

describe('parts held outside memory', () => {
  it('say the same, in whatever order they are asked, also as copies', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (all) => {
        const kept = all.map((part) => held.hold(part));
        for (const [index, part] of [...kept.entries()].reverse()) {
          expect(part).toEqual(all[index]);
          expect({ ...part }).toEqual(all[index]);
          expect(JSON.stringify(part)).toBe(JSON.stringify(all[index]));
          expect(structuredClone(part)).toEqual(all[index]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keep half a surrogate pair, and say so', () => {
    const broken: Part = { type: 'text', text: `${long}\ud83d` };
    const kept = held.hold(broken);
    expect(kept).toEqual(broken);
    expect(isKnownWellFormed(kept)).toBe(false);
    expect(isKnownWellFormed(held.hold({ type: 'text', text: long }))).toBe(true);
  });

  it('touch no file any more once they were let go of, whoever has its number now', () => {
    const kept = held.hold({ type: 'text', text: long });
    held.close();
    const other = new HeldParts();
    const others = other.hold({ type: 'text', text: 'y'.repeat(2 << 20) });
    held.hold({ type: 'text', text: 'z'.repeat(2 << 20) });
    held.close();
    expect(() => 'text' in kept && kept.text).toThrow('closed');
    expect(others).toEqual({ type: 'text', text: 'y'.repeat(2 << 20) });
    other.close();
  });

  it('leave short texts as they are', () => {
    const short: Part = { type: 'text', text: 'short' };
    expect(held.hold(short)).toBe(short);
  });

  it('are read from the file once the buffer was written and the cache is full', () => {
    const texts = Array.from({ length: 20 }, (_, index) => `${String(index)}${'é'.repeat(1_000_000)}`);
    const kept = texts.map((text) => held.hold({ type: 'text', text }));
    for (const [index, part] of kept.entries()) expect(part.type === 'text' && part.text === texts[index]).toBe(true);
  });
});
