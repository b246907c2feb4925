import { describe, expect, it } from 'vitest';
import { planCommand } from '../../../../src/engine/cascade';
import { openSteps } from '../../../../src/engine/layer1/openSteps';
import type { ContextLedger } from '../../../../src/engine/ledger';
import { assistant, call, engineFixture, numberedLines, result, user } from '../../../support/engineFixture';

const isWanted = (tool: string): boolean => tool === 'Bash';
const anchorsOf = (ledger: ContextLedger, wants = isWanted): number[] =>
  openSteps(ledger, wants).map(({ anchor }) => anchor);

describe('steps that ② may still compact', () => {
  it('have a large result of a wanted tool, or may get one', () => {
    const { ledger } = engineFixture(
      [
        user('go'),
        assistant('', call('a', 'Bash')),
        result('a', numberedLines(100), 'Bash'),
        assistant('', call('b', 'Task')),
        result('b', numberedLines(100), 'Task'),
        assistant('', call('c', 'Bash')),
        result('c', 'short', 'Bash'),
        assistant('', call('d', 'Bash')),
      ],
      100_000,
    );
    expect(anchorsOf(ledger)).toEqual([1, 7]);
    expect(anchorsOf(ledger, (tool) => tool === 'Task')).toEqual([3, 7]);
  });

  it('come with new messages, and go with what is decided', () => {
    const { ledger, options } = engineFixture([user('go'), assistant('', call('a', 'Bash'))], 100_000);
    expect(anchorsOf(ledger)).toEqual([1]);
    ledger.append(result('a', numberedLines(2_000), 'Bash'));
    ledger.append(assistant('', call('b', 'Bash')));
    ledger.append(result('b', numberedLines(2_000), 'Bash'));
    expect(anchorsOf(ledger)).toEqual([1, 3]);
    planCommand(ledger, options);
    expect(ledger.state(2).fate).toBe('compacted');
    expect(anchorsOf(ledger)).toEqual([3]);
  });
});
