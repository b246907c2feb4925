import { expect, it } from 'vitest';
import { SharedIds } from '../../../src/engine/sharedIds';

it('puts an id behind others, in one list for all that had the same one', () => {
  const none: readonly string[] = [];
  const ids = new SharedIds('second');
  const first = new SharedIds('first').behind(none);
  expect(ids.behind(none)).toEqual(['second']);
  expect(ids.behind(first)).toEqual(['first', 'second']);
  expect(ids.behind(first)).toBe(ids.behind(first));
  expect(none).toEqual([]);
});
