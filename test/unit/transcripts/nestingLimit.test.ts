import { describe, expect, it } from 'vitest';
import { limitNesting, MAXIMUM_NESTING, NESTING_NOTE } from '../../../src/transcripts/nestingLimit';

function nested(levels: number, open: string, close: string): unknown {
  return JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`);
}

describe.each([
  ['lists', '[', ']'],
  ['objects', '{"__proto__":', '}'],
])('limitNesting of %s', (_what, open, close) => {
  it('leaves what is within the limit as it is', () => {
    const record = nested(MAXIMUM_NESTING, open, close);
    expect(limitNesting(record)).toBe(false);
    expect(JSON.stringify(record)).toBe(JSON.stringify(nested(MAXIMUM_NESTING, open, close)));
  });

  it('puts a note in place of what is deeper', () => {
    const record = nested(100_000, open, close);
    expect(limitNesting(record)).toBe(true);
    const text = JSON.stringify(record);
    expect(text).toContain(NESTING_NOTE);
    expect(text.replace(NESTING_NOTE, '').split(open)).toHaveLength(MAXIMUM_NESTING + 1);
    expect(limitNesting(record)).toBe(false);
  });
});

it('limits every branch and keeps the rest', () => {
  const deep = (): unknown => nested(MAXIMUM_NESTING + 5, '[', ']');
  const record = { a: deep(), b: ['kept', deep()], c: null, d: 1 };
  expect(limitNesting(record)).toBe(true);
  expect(record).toMatchObject({ b: ['kept', expect.anything()], c: null, d: 1 });
  expect(JSON.stringify(record).split(NESTING_NOTE)).toHaveLength(3);
});
