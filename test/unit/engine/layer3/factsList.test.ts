import { describe, expect, it } from 'vitest';
import { survives } from '../../../../src/engine/layer3/facts';
import type { Fact, FactKind } from '../../../../src/engine/layer3/facts';
import { factsList } from '../../../../src/engine/layer3/factsList';

const countText = (text: string): number => Math.ceil(text.length / 4);
const fact = (kind: FactKind, text: string): Fact => ({ kind, text, namedByUser: false, uses: 1, lastIndex: 0 });
const paths = (count: number): Fact[] =>
  Array.from({ length: count }, (_, number) => fact('path', `src/folder${String(number)}/file.ts`));

describe('factsList', () => {
  it('sets facts one line a kind, each as it stands in the original', () => {
    const facts = [
      fact('instruction', 'Never push.'),
      fact('todo', 'write the notes'),
      fact('command', 'npm test'),
      fact('path', 'src/a.ts'),
      fact('path', 'src/b.ts'),
      fact('number', '12 ms'),
    ];
    const { text, listed } = factsList(facts, 1_000, countText);
    expect(text).toBe(
      '## Facts\nInstructions:\n- Never push.\nOpen todos:\n- write the notes\n' +
        'Commands: npm test\nPaths: src/a.ts src/b.ts\nNumbers: 12 ms',
    );
    expect(listed).toEqual(facts);
    expect(facts.every((one) => survives(one, text))).toBe(true);
  });

  it.each([0, 5, 20, 60, 200, 1_000])('uses up a budget of %i tokens and never more', (budget) => {
    const { text, listed } = factsList(paths(300), budget, countText);
    expect(countText(text)).toBeLessThanOrEqual(budget);
    expect(listed.every((one) => survives(one, text))).toBe(true);
    if (budget >= 60) expect(countText(text)).toBeGreaterThan(budget * 0.85);
    if (budget < 8) expect(text).toBe('');
  });

  it('keeps its budget also where pieces take fewer tokens alone than together', () => {
    const dear = (text: string): number => Math.ceil(text.length / 4) + Math.floor(text.length / 60) * 10;
    for (const budget of [30, 100, 400]) {
      expect(dear(factsList(paths(300), budget, dear).text)).toBeLessThanOrEqual(budget);
    }
  });

  it('lists a fact that is part of another only once', () => {
    const facts = [fact('path', 'src/a.ts'), fact('command', 'cat src/a.ts'), fact('path', '/home/me/src/a.ts')];
    const { text, listed } = factsList(facts, 1_000, countText);
    expect(text).toBe('## Facts\nCommands: cat src/a.ts\nPaths: /home/me/src/a.ts');
    expect(listed).toEqual(facts);
  });

  it('gives orders and todos the whole budget before anything else', () => {
    const orders = Array.from({ length: 6 }, (_, number) =>
      fact('instruction', `Always do thing number ${String(number)}.`),
    );
    const { listed } = factsList([...orders, ...paths(100)], 70, countText);
    expect(listed.filter(({ kind }) => kind === 'instruction')).toHaveLength(6);
  });

  it('takes those used most first, and fills up with short ones', () => {
    const facts = [...paths(50), fact('number', '7 ms'), fact('number', '9 ms')];
    const { listed } = factsList(facts, 80, countText);
    expect(listed).toContain(facts[0]);
    expect(listed).not.toContain(facts[49]);
    expect(listed).toContain(facts[50]);
  });

  it.each([
    [10, 200],
    [100, 400],
    [100_000, 1_500],
  ])('looks at no more facts than a list of %i tokens may need', (budget, most) => {
    let counted = 0;
    factsList(paths(3_000), budget, (text) => {
      if (!text.startsWith('##') && text !== '') counted += 1;
      return countText(text);
    });
    expect(counted).toBe(most);
  });
});
