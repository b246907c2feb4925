import { expect, it } from 'vitest';
import { plainLabel } from '../../../src/views/plainLabel';

it.each([
  ['Bash(npm test *)', 'Bash(npm test *)'],
  ['echo \u202Ehi\u0007', 'echo ⟨U+202E⟩hi⟨U+0007⟩'],
  ['echo $(trash) $(sync~spin)', String.raw`echo \$(trash) \$(sync~spin)`],
  ['echo $(rm -rf a)', 'echo $(rm -rf a)'],
])('%j reads as %j', (text, label) => {
  expect(plainLabel(text)).toBe(label);
});
