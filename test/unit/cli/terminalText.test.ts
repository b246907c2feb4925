import { describe, expect, it } from 'vitest';
import { escapeControls, oneLine } from '../../../src/cli/terminalText';

/** C0 and its DEL, and C1. */
const controls = [
  ...Array.from({ length: 32 }, (_, code) => code),
  ...Array.from({ length: 33 }, (_, at) => 0x7f + at),
];

describe('escapeControls', () => {
  it('escapes every control character but the line feed', () => {
    for (const code of controls) {
      const escaped = escapeControls(`a${String.fromCharCode(code)}b`);
      expect(escaped).toBe(code === 0x0a ? 'a\nb' : `a\\u${code.toString(16).padStart(4, '0')}b`);
    }
  });

  it('escapes marks that turn text around, and leaves every other character', () => {
    expect(escapeControls('a\u202Eb\u2066c')).toBe('a\\u202eb\\u2066c');
    expect(escapeControls('é 😀 → 日本')).toBe('é 😀 → 日本');
  });

  it('keeps the meaning of JSON', () => {
    const value = { text: '\u009B2J \u007F \u2028 \u001B \n' };
    const json = escapeControls(JSON.stringify(value, null, 1));
    expect(json).not.toMatch(/[\u007f-\u009f]/);
    expect(JSON.parse(json)).toEqual(value);
  });
});

it('makes one line of several', () => {
  expect(oneLine('a \r\n b\rc\u001B[2J')).toBe('a b c\\u001b[2J');
});
