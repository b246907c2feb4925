import { describe, expect, it } from 'vitest';
import { StepIndex } from '../../../src/engine/stepIndex';
import type { Message } from '../../../src/engine/message';
import { assistant, call, result, user } from '../../support/engineFixture';

function indexOf(messages: readonly Message[]): StepIndex {
  const index = new StepIndex();
  for (const [position, message] of messages.entries()) index.append(message, position);
  return index;
}

describe('StepIndex', () => {
  it('puts late answers to their calls, also behind words of the user', () => {
    const index = indexOf([assistant('', call('a'), call('b')), result('b', 'two'), user('wait'), result('a', 'one')]);
    expect(index.visible.map(({ anchor, results }) => [anchor, results])).toEqual([
      [0, [1, 3]],
      [2, []],
    ]);
  });

  it('gives an answer to the newest call of its id, and each repeated id one of its own', () => {
    const index = indexOf([
      assistant('', call('a')),
      result('a', 'one'),
      assistant('', call('a'), call('a')),
      result('a', 'two'),
      result('a', 'three'),
    ]);
    expect([1, 3, 4].map((position) => index.wireId(position))).toEqual(['a', 'a_2', 'a_3']);
  });

  it('keeps ids apart that look like made ones, are empty or broken', () => {
    const index = indexOf([assistant('', call('a_2'), call('a'), call('a'), call(''), call('\ud83d'))]);
    const [step] = index.visible;
    expect(new Set(step?.callIds).size).toBe(5);
    expect(step?.callIds.every((id) => id !== '' && id.isWellFormed())).toBe(true);
  });

  it('finds calls and answers of one id without going through all before', () => {
    const asked = Array.from({ length: 30_000 }, () => assistant('', call('same')));
    const index = indexOf([...asked, result('same', 'last')]);
    expect(index.visible.at(-1)?.results).toEqual([30_000]);
  });

  it('knows a second answer, and one to a call that was taken out, as strays', () => {
    const index = indexOf([
      assistant('', call('a')),
      result('a', 'one'),
      result('a', 'again'),
      assistant('', call('b')),
    ]);
    const last = index.visible.at(-1);
    if (last !== undefined) index.remove(last);
    const late = index.append(result('b', 'late'), 4);
    expect(index.visible.filter((step) => step.isStray).map((step) => step.anchor)).toEqual([2, 4]);
    expect(late.isStray).toBe(true);
  });
});
