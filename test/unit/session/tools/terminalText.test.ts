import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { terminalText } from '../../../../src/session/tools/terminalText';

describe('terminalText', () => {
  it.each([
    ['colours', '\u001B[1;31mred\u001B[0m', 'red'],
    ['eight bit sequences', '\u009B31mred\u009B0m', 'red'],
    ['titles and links', '\u001B]0;title\u0007\u001B]8;;https://a.example\u001B\\link\u001B]8;;\u001B\\', 'link'],
    ['short sequences', '\u001Bc\u001B(Bx\u001B=', 'x'],
    ['a sequence cut off', 'a\u001B[38;5', 'a'],
    ['a title that never ends', 'a\u001B]0;title', 'a'],
    ['control characters', 'a\u0000\u0007\b\u007F\u0085b\tc\n', 'ab\tc\n'],
    ['turned directions', 'a\u202Eb\u2066c\u2069', 'abc'],
    ['progress', '10%\r50%\r100%\r\ndone\r\n', '100%\ndone\n'],
    ['markup, which is text', '<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('leaves out %s', (_what, output, text) => {
    expect(terminalText(output)).toBe(text);
  });

  it('leaves no control character, whatever comes', () => {
    const pieces = fc.constantFrom(
      '\u001B',
      '[',
      ']',
      '\u009B',
      ';',
      '0',
      'm',
      '\r',
      '\n',
      '\u0007',
      '\\',
      'é',
      '\b',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (output) => {
        // eslint-disable-next-line no-control-regex -- control characters are what is looked for
        expect(terminalText(output.join(''))).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/u);
      }),
    );
  });

  it.each(['x', ';', '\u001B[', '\u001B]', '\u001B];', '\r', '\u001B[0;'])('is linear over many %j', (piece) => {
    // The square of this would not end within the limit of a test.
    expect(terminalText(piece.repeat(1_000_000)).length).toBeLessThanOrEqual(1_000_000);
  });
});
