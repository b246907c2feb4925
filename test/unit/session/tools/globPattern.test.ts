import { describe, expect, it } from 'vitest';
import { globTool } from '../../../../src/session/tools/glob';
import { expandGlob } from '../../../../src/session/tools/globPattern';
import { grepTool } from '../../../../src/session/tools/grep';
import { searchFilesTool } from '../../../../src/session/tools/searchFiles';
import { runTool } from '../support/runTool';
import { temporaryFolder } from '../support/temporaryFolder';

describe('expandGlob', () => {
  it.each([
    ['src/**/*.ts', ['src/**/*.ts']],
    ['{a,b{c,d}}/x', ['a/x', 'bc/x', 'bd/x']],
    ['a{,b}', ['a', 'ab']],
    ['{1..3}{a..c..2}', ['1a', '1c', '2a', '2c', '3a', '3c']],
    ['{3..1}', ['3', '2', '1']],
    ['{08..10}', ['08', '09', '10']],
    ['{a}', ['{a}']],
    ['{a,b', ['{a,b']],
    ['a,b}', ['a,b}']],
    ['\\{a,b\\}', ['\\{a,b\\}']],
    ['{,}', []],
  ])('takes %s for %j', (pattern, expanded) => {
    expect(expandGlob(pattern)).toEqual(expanded);
  });

  it.each([
    ['{a,b}'.repeat(10), 'more than 1000 patterns'],
    ['{a,b}'.repeat(100), 'more than 1000 patterns'],
    ['{1..100000000}', 'more than 1000 patterns'],
    ['x'.repeat(1_001), '1001 characters'],
    ['*a'.repeat(30), 'too many wildcards'],
    ['**/'.repeat(30), 'too many wildcards'],
    ['+(+(a|aa))b', 'repeats'],
    ['a\0b', 'NUL'],
  ])('refuses what would cost too much: %s', (pattern, words) => {
    expect(() => expandGlob(pattern)).toThrow(words);
  });

  it.each(['{'.repeat(1_000), '{a,'.repeat(300), `${'{'.repeat(400)}a${'}'.repeat(400)}`])(
    'takes braces of any depth (%#)',
    (pattern) => {
      expect(expandGlob(pattern)).toHaveLength(1);
    },
  );
});

describe('a pattern that is too much', () => {
  const pattern = '{a,b}'.repeat(20);

  it.each([
    [globTool, { pattern }],
    [grepTool, { pattern: 'x', include: pattern }],
    [searchFilesTool, { query: 'x', include: pattern }],
  ])('is told to the model (%#)', async (tool, args) => {
    await expect(runTool(tool, await temporaryFolder(), args)).rejects.toMatchObject({ reason: 'arguments' });
  });
});
