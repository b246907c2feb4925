import { describe, expect, it } from 'vitest';
import { planCommand } from '../../../src/engine/cascade';
import { MAXIMUM_RETRIES, getRetryStrategy, planOverflow } from '../../../src/engine/retry';
import { assistant, engineFixture, numberedLines, user } from '../../support/engineFixture';

const limits = { window: 10_000, reserve: 800 };

describe('getRetryStrategy', () => {
  it('aims lower at each of five retries, then gives up', () => {
    const targets = [1, 2, 3, 4, 5].map((attempt) => {
      const strategy = getRetryStrategy({ attempt, windowTokens: null, inputTokens: null }, limits, 9_000);
      return strategy.kind === 'compact' ? strategy.targetTokens : 0;
    });
    expect(targets).toEqual([...targets].sort((a, b) => b - a));
    expect(new Set(targets).size).toBe(MAXIMUM_RETRIES);
    const sixth = getRetryStrategy({ attempt: 6, windowTokens: null, inputTokens: null }, limits, 9_000);
    expect(sixth).toEqual({ kind: 'giveUp' });
  });

  it('takes the window the provider named', () => {
    const strategy = getRetryStrategy({ attempt: 1, windowTokens: 4_000, inputTokens: null }, limits, 9_000);
    expect(strategy).toMatchObject({ limits: { window: 4_000 } });
    expect(strategy.kind === 'compact' && strategy.targetTokens).toBeLessThan(4_000);
  });

  it('comes down by as much as the provider counts more than we do', () => {
    const plain = getRetryStrategy({ attempt: 1, windowTokens: 8_000, inputTokens: 9_000 }, limits, 9_000);
    const double = getRetryStrategy({ attempt: 1, windowTokens: 8_000, inputTokens: 18_000 }, limits, 9_000);
    const target = (strategy: typeof plain): number => (strategy.kind === 'compact' ? strategy.targetTokens : 0);
    expect(target(double)).toBeCloseTo(target(plain) / 2, -1);
  });
});

describe('planOverflow', () => {
  it('comes down although the thresholds see no need', () => {
    const messages = [
      user('go'),
      ...Array.from({ length: 20 }, () => [assistant(numberedLines(40)), user('on')]).flat(),
    ];
    const { ledger, options } = engineFixture(messages, 200_000);
    const before = ledger.totalTokens;
    const { decisions } = planOverflow(ledger, options, { attempt: 1, windowTokens: 3_000, inputTokens: before });
    expect(decisions.map((decision) => decision.trigger.reason)).toContain('overflow');
    expect(ledger.totalTokens).toBeLessThan(3_000);
  });
});

describe('planCommand', () => {
  it('takes no messages out of a small context, and nothing twice', () => {
    const messages = [
      user('go'),
      ...Array.from({ length: 12 }, () => [assistant(numberedLines(20)), user('on')]).flat(),
    ];
    const { ledger, options } = engineFixture(messages, 16_000);
    expect(planCommand(ledger, options).decisions).toEqual([]);
  });
});
