import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../../src/engine/decision';
import { decisionTitle } from '../../../../src/worker/readModel/decisionTitle';

const limits = { window: 10_000, reserve: 2_000 };

function decision(fields: Partial<Decision>): Decision {
  return {
    id: 'd',
    strategy: 'compact',
    layer: 1,
    trigger: {
      reason: 'threshold',
      setting: 'layer1.inputHeadroomRatio',
      measuredTokens: 7_600,
      thresholdTokens: 7_500,
    },
    historyLength: 9,
    tokensBefore: 7_600,
    tokensAfter: 6_000,
    counted: 'counted',
    edits: [1, 2, 3].map((index) => ({
      kind: 'replace',
      index,
      text: '',
      pointers: [],
      tokensBefore: 500,
      tokensAfter: 10,
    })),
    removal: null,
    ...fields,
  };
}

describe('decisionTitle', () => {
  it('says what was done, why, and where it led', () => {
    expect(decisionTitle(decision({}), limits)).toBe(
      'Layer 1 compacted 3 oldest results: input 76 % > 75 %, down to 60 %',
    );
  });

  it('adds a decimal where both shares would read the same', () => {
    const trigger = { ...decision({}).trigger, measuredTokens: 7_510 };
    expect(decisionTitle(decision({ trigger }), limits)).toContain('input 75.1 % > 75.0 %');
  });

  it('measures Layer 2 by the input limit', () => {
    const title = decisionTitle(
      decision({
        strategy: 'prune',
        layer: 2,
        trigger: {
          reason: 'threshold',
          setting: 'layer2.preemptiveRatio',
          measuredTokens: 7_600,
          thresholdTokens: 7_200,
        },
        tokensAfter: 4_000,
        edits: [],
        removal: { indexes: [2, 3], summary: null, pointer: null },
      }),
      limits,
    );
    expect(title).toBe('Layer 2 removed 2 earlier messages: input 95 % > 90 % of the input limit, down to 40 %');
  });

  it('shows a single result in tokens', () => {
    const title = decisionTitle(
      decision({
        strategy: 'truncate',
        trigger: {
          reason: 'threshold',
          setting: 'layer1.offloadThresholdTokens',
          measuredTokens: 25_300,
          thresholdTokens: 20_000,
        },
        tokensBefore: 31_000,
        tokensAfter: 6_500,
        edits: decision({}).edits.slice(0, 1),
      }),
      limits,
    );
    expect(title).toBe(
      'Layer 1 moved 1 large result to the archive: result of 25 300 > 20 000 tokens, 31 000 → 6 500 tokens',
    );
  });

  it('says so when the provider or the user was the reason', () => {
    const because = (reason: 'overflow' | 'command'): string =>
      decisionTitle(decision({ trigger: { ...decision({}).trigger, reason } }), limits);
    expect(because('overflow')).toContain(': the provider refused the context as too long, down to 60 %');
    expect(because('command')).toContain(': you asked for it, down to 60 %');
  });
});
