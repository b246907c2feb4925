import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/engine/message';
import { messageAt } from '../../../../src/worker/readModel/messageAt';

const said = (text: string, line: number | null, role: Message['role'] = 'user'): Message => ({
  id: text,
  role,
  parts: [{ type: 'text', text }],
  ...(line === null ? {} : { source: { line, byteOffset: 0 } }),
});

function at(messages: readonly Message[], line: number, words: string | null = null): number | null {
  const message = (index: number): Message => messages[index] ?? said('', null);
  return messageAt({ length: messages.length, message }, line, words);
}

describe('messageAt', () => {
  const lines = [said('system needle', 1, 'system'), said('one', 2), said('two', 5), said('three needle', 5)];

  it('finds the message of a line, or of the last record before it', () => {
    expect(at(lines, 2)).toBe(1);
    expect(at(lines, 4)).toBe(1);
    expect(at(lines, 5)).toBe(2);
    expect(at(lines, 900)).toBe(2);
  });

  it('tells the messages of a record apart by words, and looks elsewhere where none has them', () => {
    expect(at(lines, 5, 'NEEDLE')).toBe(3);
    expect(at(lines, 2, 'three   needle')).toBe(3);
    expect(at(lines, 2, 'in no message (at all')).toBe(1);
    const document = [said('a', 1), said('b', 1), said('C:\\temp\nc', 1)];
    expect(at(document, 40, String.raw`c:\temp c`)).toBe(2);
  });

  it('takes messages without a place, in whatever order, and no message', () => {
    expect(at([said('a', null), said('b', null)], 3, 'b')).toBe(1);
    expect(at([said('a', null)], 3)).toBe(0);
    expect(at([said('late', 9), said('early', 2)], 3)).toBe(1);
    expect(at([], 1)).toBeNull();
  });
});
