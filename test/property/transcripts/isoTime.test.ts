import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timeOf } from '../../../src/transcripts/isoTime';

/** Numbers a date may be written with, and some it may not. */
const field = (most: number, width: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(width, '0'));

const written = fc
  .tuple(field(9_999, 4), field(13, 2), field(33, 2), field(25, 2), field(61, 2), field(61, 2), field(999, 3))
  .map(([year, month, day, hour, minute, second, fraction]) => {
    return `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`;
  });

it('reads the form of toISOString as Date.parse does, also where it is no date', () => {
  fc.assert(
    fc.property(written, (text) => {
      expect(timeOf(text)).toBe(Date.parse(text));
    }),
    { numRuns: 2_000 },
  );
});

it('reads what a date became by toISOString', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      expect(timeOf(date.toISOString())).toBe(date.getTime());
    }),
  );
});

it('reads what is nearly of that form as Date.parse does', () => {
  fc.assert(
    fc.property(written, fc.nat(23), fc.string({ minLength: 1, maxLength: 1 }), (text, place, character) => {
      const changed = text.slice(0, place) + character + text.slice(place + 1);
      expect(timeOf(changed)).toBe(Date.parse(changed));
    }),
    { numRuns: 2_000 },
  );
});

it.each(['', '2026-05-02', '2026-05-02T08:00:00Z', 'Sat, 02 May 2026 08:00:00 GMT', 'yesterday'])(
  'leaves %j to Date.parse',
  (text) => {
    expect(timeOf(text)).toBe(Date.parse(text));
  },
);
