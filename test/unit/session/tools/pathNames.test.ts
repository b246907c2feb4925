import { describe, expect, it } from 'vitest';
import { checkPathNames, isSharePath } from '../../../../src/session/tools/pathNames';

describe('the names of a path', () => {
  it.each([
    'src/a.ts',
    'C:\\work\\a.ts',
    'd:/x',
    '..\\a',
    './a',
    'console.ts',
    'com.ts',
    'nullable',
    'ünï/日本.md',
    '.env',
  ])('may be %s on Windows', (path) => {
    expect(() => checkPathNames(path, 'win32')).not.toThrow();
  });

  it.each([
    ['CON', 'device'],
    ['src\\nul.txt', 'device'],
    ['a/COM1.txt', 'device'],
    ['lpt9', 'device'],
    ['COM²', 'device'],
    ['AUX .log', 'device'],
    ['conin$', 'device'],
    ['src/a.ts.', 'takes off'],
    ['.git ', 'takes off'],
    ['.git./hooks', 'takes off'],
    ['... ', 'takes off'],
    ['a.ts:hidden', 'stream'],
    ['.git::$INDEX_ALLOCATION/config', 'stream'],
    ['C:a.ts', 'stream'],
    ['a/C:/b', 'stream'],
  ])('are refused there: %s', (path, words) => {
    expect(() => checkPathNames(path, 'win32')).toThrow(words);
    expect(() => checkPathNames(path, 'linux')).not.toThrow();
  });

  it.each(['a\0b', 'a\u202etxt.exe', 'a\u2066b', '\ud800'])('are refused everywhere: %j', (path) => {
    for (const platform of ['win32', 'linux', 'darwin'] as const) {
      expect(() => checkPathNames(path, platform)).toThrow('must not hold');
    }
  });

  it('tell shares and devices of Windows', () => {
    for (const path of ['\\\\server\\share', '//server/share', '\\\\.\\PhysicalDrive0', '\\\\?\\C:\\x']) {
      expect(isSharePath(path, 'win32')).toBe(true);
      expect(isSharePath(path, 'linux')).toBe(false);
    }
    expect(isSharePath('C:\\x', 'win32')).toBe(false);
  });
});
