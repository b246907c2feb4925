import { describe, expect, it } from 'vitest';
import { planBeforeCall } from '../../../../src/engine/cascade';
import { keptTailLength, prunableSteps } from '../../../../src/engine/layer2/protectedSteps';
import { prune } from '../../../../src/engine/layer2/prune';
import { textOf } from '../../../../src/engine/message';
import type { Message } from '../../../../src/engine/message';
import { renderContext } from '../../../../src/engine/render';
import { contextFaults } from '../../../support/contextRules';
import { assistant, call, engineFixture, numberedLines, result, system, user } from '../../../support/engineFixture';

function conversation(turns: number, tokens: number): Message[] {
  const words = numberedLines(Math.floor(tokens / 5));
  return [
    system('rules'),
    ...Array.from({ length: turns }, (_, turn) => [user(`task ${turn}`), assistant(words)]).flat(),
  ];
}

describe('③ pruning', () => {
  it.each([
    [100, 6],
    [18, 6],
    [17, 5],
    [2, 0],
  ])('keeps of %d messages the last %d', (total, kept) => {
    expect(keptTailLength(6, total)).toBe(kept);
  });

  it('keeps system, first user, pinned, current and the newest; one notice says how many went', () => {
    const messages = conversation(12, 1_000).map((message, index) =>
      index === 4 ? { ...message, pinned: true } : message,
    );
    const { ledger, options } = engineFixture(messages, 10_000);
    planBeforeCall(ledger, options);
    const kept = messages.flatMap((_, index) => (ledger.state(index).fate === 'kept' ? [index] : []));
    expect(kept.slice(0, 3)).toEqual([0, 1, 4]);
    expect(kept.slice(-6)).toEqual([19, 20, 21, 22, 23, 24]);
    const texts = renderContext(ledger).map((entry) => textOf(entry.message));
    const pruned = messages.length - kept.length;
    expect(texts[2]).toMatch(
      new RegExp(`^\\[context compacted: ${pruned} earlier messages removed\\] [0-9a-f]{16}\\.md$`),
    );
  });

  it('names all that is out after a second pruning, and one file leads to the first', () => {
    const messages = conversation(12, 1_000);
    const { ledger, options, archive } = engineFixture(messages, 10_000);
    planBeforeCall(ledger, options);
    const firstFile = ledger.notice?.pointer ?? '';
    for (const message of conversation(12, 1_000).slice(1)) ledger.append(message);
    planBeforeCall(ledger, options);
    expect(ledger.notice?.text).toContain(`${ledger.fates.pruned} earlier messages removed`);
    const file = archive.entries.get(ledger.notice?.pointer ?? '')?.content;
    expect(file !== undefined && 'text' in file && file.text.includes(firstFile)).toBe(true);
  });

  it('cuts a long loop inside one turn at call edges and keeps the working set', () => {
    const loop = Array.from({ length: 400 }, (_, step) => [
      assistant(`step ${step}`, call(`c${step}`, 'Task')),
      result(`c${step}`, numberedLines(40), 'Task'),
    ]);
    const { ledger, options } = engineFixture(
      [user('first'), assistant('ok'), user('now loop'), ...loop.flat()],
      16_000,
    );
    planBeforeCall(ledger, options);
    const context = renderContext(ledger);
    expect(contextFaults(context)).toEqual([]);
    expect(context.length).toBeGreaterThan(60);
    expect(ledger.totalTokens).toBeGreaterThan(7_000);
  });

  it('moves the cut to the edge of a call for every number of kept messages', () => {
    const messages = [
      user('u'),
      assistant('', call('a'), call('b')),
      result('a', 'one'),
      result('b', 'two'),
      assistant('', call('c')),
      result('c', 'three'),
      user('v'),
      assistant('', call('d')),
      result('d', 'four'),
    ];
    for (let keepLast = 0; keepLast <= messages.length; keepLast += 1) {
      const { ledger, options } = engineFixture(messages, 1_000);
      prune({ ...options, ledger }, { target: 0, reason: 'overflow', threshold: 0, keepLast });
      expect(contextFaults(renderContext(ledger))).toEqual([]);
      expect(prunableSteps(ledger, keepLast, true).every((step) => step.anchor > 0)).toBe(true);
    }
  });
});
