import { describe, expect, it } from 'vitest';
import { containersOf } from '../../../../src/engine/layer3/factContainment';
import { isBinding, standsIn, survives } from '../../../../src/engine/layer3/facts';
import type { Fact, FactKind } from '../../../../src/engine/layer3/facts';

const fact = (kind: FactKind, text: string): Fact => ({ kind, text, namedByUser: false, uses: 1, lastIndex: 0 });

describe('survives', () => {
  it.each([
    ['5%', 'down by 5%.', true],
    ['5%', 'down by 95%.', false],
    ['5%', 'down by 2.5%.', false],
    ['5%', '95%, then 5%', true],
    ['data.ts', 'in src/data.ts:4', true],
    ['data.ts', 'in metadata.ts', false],
    ['data.ts', 'in data.tsx', false],
    ['data.ts', 'in my_data.ts', false],
    ['./a', 'run ./a', true],
    ['don’t push', 'we don’t pushy', false],
    ['été', 'répété', false],
    ['禁止提交', '但禁止提交到', true],
    ['src/a.ts', 'src/a.ts를 고쳤다', true],
    ['', 'anything', true],
  ])('of %j in %j: %s', (text, summary, expected) => {
    expect(survives(fact('path', text), summary)).toBe(expected);
  });

  it('looks at a million characters once', () => {
    expect(standsIn('aa', 'a'.repeat(1_000_000))).toBe(false);
  });
});

describe('containersOf', () => {
  it('finds whole pieces only', () => {
    expect(containersOf([fact('path', 'a.ts'), fact('path', 'data.ts'), fact('path', 'src/a.ts')])).toEqual([
      [2],
      [],
      [],
    ]);
  });
});

describe('isBinding', () => {
  it('is what was ordered and what is to be done', () => {
    const kinds: FactKind[] = ['path', 'command', 'error', 'number', 'instruction', 'todo'];
    expect(kinds.filter((kind) => isBinding(fact(kind, 'x')))).toEqual(['instruction', 'todo']);
  });
});
