import { expect, it } from 'vitest';
import { cleanTitle, titleOf } from '../../../src/session/sessionTitle';

it.each([
  ['  a\n\tb  ', 'a b'],
  ['fix \u202Egpj.exe\u0007', 'fix gpj.exe'],
  ['👩\u200D💻 works', '👩\u200D💻 works'],
  ['\u202E', 'New session'],
])('%j is called %j', (text, title) => {
  expect(cleanTitle(text)).toBe(title);
});

it('is the first line of what was said first, cut between characters', () => {
  expect(titleOf('One\u2066 line\nand another')).toBe('One line');
  expect(titleOf('👩\u200D💻'.repeat(70))).toBe(`${'👩\u200D💻'.repeat(59)}…`);
});
