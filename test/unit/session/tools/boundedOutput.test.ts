import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedOutput } from '../../../../src/session/tools/boundedOutput';

describe('BoundedOutput', () => {
  it('loses nothing below its bound, whatever the pieces', () => {
    const text = 'é漢👍 twelve';
    const output = new BoundedOutput(10);
    for (const byte of Buffer.from(text)) output.add(Buffer.from([byte]));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20);
    expect(output.finish()).toBe(text);
  });

  it('keeps exactly head and tail above it', () => {
    const output = new BoundedOutput(3);
    output.add(Buffer.from('abcdefghij'));
    expect(output.finish()).toBe('abc\n[4 bytes of output left out]\nhij');
  });

  it('never parts a character, and counts what it drops of one as missing', () => {
    const output = new BoundedOutput(5);
    output.add(Buffer.from('aé漢x-------y漢é👍'));
    expect(output.finish()).toBe('aé\n[17 bytes of output left out]\n👍');
  });

  it('accounts for every byte, however it comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 30 }),
        fc.integer({ min: 4, max: 24 }),
        (pieces, half) => {
          const output = new BoundedOutput(half);
          for (const piece of pieces) output.add(Buffer.from(piece));
          const whole = pieces.join('');
          const text = output.finish();
          const cut = /^(?<head>.*)\n\[(?<missing>\d+) bytes of output left out\]\n(?<tail>.*)$/su.exec(text)?.groups;
          if (cut === undefined) {
            expect(text).toBe(whole);
            return;
          }
          const { head = '', tail = '', missing } = cut;
          expect(whole.startsWith(head)).toBe(true);
          expect(whole.endsWith(tail)).toBe(true);
          expect(Number(missing)).toBe(Buffer.byteLength(whole) - Buffer.byteLength(head) - Buffer.byteLength(tail));
        },
      ),
    );
  });

  it('tells the newest bytes while it goes on', () => {
    const output = new BoundedOutput(4);
    expect(output.newest(3)).toBe('');
    output.add(Buffer.from('ab'));
    expect(output.newest(3)).toBe('ab');
    output.add(Buffer.from('cdefgh漢'));
    expect(output.newest(5)).toBe('gh漢');
    expect(output.newest(4)).toBe('h漢');
    expect(output.newest(2)).toBe('');
  });
});
