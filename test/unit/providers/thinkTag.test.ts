import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ThinkTag } from '../../../src/providers/thinkTag';

function parted(pieces: readonly string[]): { thinking: string; text: string } {
  const tag = new ThinkTag();
  const result = { thinking: '', text: '' };
  for (const event of [...pieces.flatMap((piece) => [...tag.take(piece)]), ...tag.end()]) {
    result[event.type === 'text-delta' ? 'text' : 'thinking'] += event.text;
  }
  return result;
}

describe('reasoning inside the text', () => {
  it.each([
    ['<think>why</think>\n\nSo.', 'why', 'So.'],
    ['\n<think>\nwhy < how</think>So.', 'why < how', 'So.'],
    ['<think></think>So.', '', 'So.'],
    ['So <think>no</think>.', '', 'So <think>no</think>.'],
    ['<thinking>no', '', '<thinking>no'],
    ['<th', '', '<th'],
    ['<think>cut', 'cut', ''],
    ['<think>cut</thi', 'cut</thi', ''],
    ['  indented', '', '  indented'],
    ['', '', ''],
  ])('%j', (whole, thinking, text) => {
    expect(parted([whole])).toEqual({ thinking, text });
    expect(parted(Array.from(whole))).toEqual({ thinking, text });
  });

  it('loses nothing of a text without the tag, wherever it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('<', 't', 'h', '/', 'a', ' ') }), { maxLength: 8 }),
        (pieces) => {
          expect(parted(pieces)).toEqual({ thinking: '', text: pieces.join('') });
        },
      ),
    );
  });
});
