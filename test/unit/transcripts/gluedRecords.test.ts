import { describe, expect, it } from 'vitest';
import { recoverDocument, recoverRecords } from '../../../src/transcripts/gluedRecords';

describe('recoverRecords', () => {
  it('parts records with braces, brackets and quotes in their texts', () => {
    const first = { text: 'a } b { c [ "quoted" \\ ' };
    const second = { list: [{ deep: 'one escaped quote " } and a backslash at the end \\' }] };
    const text = JSON.stringify(first) + JSON.stringify(second);
    const { values, incomplete } = recoverRecords(text);
    expect(values.map(({ value }) => value)).toEqual([first, second]);
    expect(values[1]?.offset).toBe(JSON.stringify(first).length);
    expect(incomplete).toBe(false);
  });

  it('says so when something is left over', () => {
    expect(recoverRecords('{"a":1} rest').incomplete).toBe(true);
    expect(recoverRecords('rest {"a":1}').incomplete).toBe(true);
    expect(recoverRecords('no json').values).toEqual([]);
  });

  it('ends on text made to be slow', () => {
    expect(recoverRecords('{"'.repeat(100_000)).values).toEqual([]);
  });
});

describe('recoverDocument', () => {
  it('closes what was complete before the cut', () => {
    expect(recoverDocument('{"messages":[{"role":"user","content":"a,b"},{"role":"assis')).toEqual({
      messages: [{ role: 'user', content: 'a,b' }],
    });
    expect(recoverDocument('[{"a":1},{"b":"x, y')).toEqual([{ a: 1 }]);
  });

  it('gives up where nothing was complete', () => {
    expect(recoverDocument('[{"a"')).toBeUndefined();
  });
});
