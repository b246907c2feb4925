import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UniqueIds } from '../../../src/transcripts/uniqueIds';

/** What is asked for: an id of the file, one of a place, or one of what belongs to an id given out before. */
const request = fc.oneof(
  fc.record({ id: fc.constantFrom('a', 'b', 'a/0', 'b/1', 'line-1-10', 'line-2-20', 'line-2-20#2', 'a#2', '') }),
  fc.record({ place: fc.nat(4) }),
  fc.record({ owner: fc.nat(6), number: fc.nat(2) }),
);

/** The same with every id looked up. */
class AllLookedUp {
  private readonly taken = new Set<string>();
  private readonly repeats = new Map<string, number>();

  take(id: string): string {
    let candidate = id;
    while (this.taken.has(candidate)) {
      const repeat = (this.repeats.get(id) ?? 1) + 1;
      this.repeats.set(id, repeat);
      candidate = `${id}#${String(repeat)}`;
    }
    this.taken.add(candidate);
    return candidate;
  }
}

it('gives out what looking up every id gives, each once', () => {
  fc.assert(
    fc.property(fc.array(request, { maxLength: 30 }), (requests) => {
      const [ids, known] = [new UniqueIds(), new AllLookedUp()];
      const given: string[] = [];
      const parts = new Set<string>();
      for (const asked of requests) {
        if ('id' in asked) {
          given.push(ids.take(asked.id));
          expect(given.at(-1)).toBe(known.take(asked.id));
        } else if ('place' in asked) {
          const place = { line: asked.place, byteOffset: 10 * asked.place };
          given.push(ids.takePlace(place));
          expect(given.at(-1)).toBe(known.take(`line-${String(place.line)}-${String(place.byteOffset)}`));
        } else {
          const owner = given[asked.owner];
          const part = `${String(owner)}/${String(asked.number)}`;
          if (owner === undefined || parts.has(part)) continue;
          parts.add(part);
          given.push(ids.takePart(owner, asked.number));
          expect(given.at(-1)).toBe(known.take(part));
        }
      }
      expect(new Set(given).size).toBe(given.length);
    }),
    { numRuns: 2_000 },
  );
});
