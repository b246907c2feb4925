import { afterEach, describe, expect, it } from 'vitest';
import type { Decision } from '../../../../src/engine/decision';
import { setLanguage } from '../../../../src/l10n/text';
import { decisionTitle } from '../../../../src/worker/readModel/decisionTitle';
import { spanishTexts } from '../../../support/spanishTexts';

const limits = { window: 10_000, reserve: 2_000 };

const threshold = {
  reason: 'threshold',
  setting: 'layer1.inputHeadroomRatio',
  measuredTokens: 7_600,
  thresholdTokens: 7_500,
} as const;

function decision(fields: Partial<Decision>): Decision {
  return {
    id: 'd',
    strategy: 'compact',
    layer: 1,
    trigger: threshold,
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

afterEach(() => setLanguage('en'));

describe('decisionTitle', () => {
  it('says what was done, why, and where it led', () => {
    expect(decisionTitle(decision({}), limits)).toBe(
      'Layer 1 compacted 3 oldest results: input 76% > 75% of the window, down to 60%',
    );
  });

  it('speaks the language of the user', async () => {
    setLanguage('es', await spanishTexts());
    expect(decisionTitle(decision({}), limits).replaceAll('\u00a0', ' ')).toBe(
      'La capa 1 compactó los 3 resultados más antiguos: entrada 76 % > 75 % de la ventana, hasta el 60 %',
    );
  });

  it('adds a decimal where both shares would read the same', () => {
    const trigger = { ...threshold, measuredTokens: 7_510 };
    expect(decisionTitle(decision({ trigger }), limits)).toContain('input 75.1% > 75.0% of the window');
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
    expect(title).toBe(
      'Layer 2 removed 2 earlier messages: input 95% > 90% of the input limit, down to 40% of the window',
    );
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
      'Layer 1 moved 1 large result to the archive: result of 25,300 > 20,000 tokens, input 31,000 → 6,500 tokens',
    );
  });

  it('says what it measured, and the same measure after: never tokens against a share, nor the input for a result', () => {
    const single = decision({}).edits.slice(0, 1);
    const fitted = decision({
      strategy: 'truncate',
      trigger: { reason: 'fit', setting: 'tokens.reserve', measuredTokens: 10_001, thresholdTokens: 5_392 },
      tokensBefore: 10_001,
      tokensAfter: 8_881,
      edits: single,
    });
    expect(decisionTitle(fitted, limits)).toBe(
      'Layer 1 cut 1 oversized result: the input of 10,001 tokens had to fit into 5,392, input 10,001 → 8,881 tokens',
    );
    const compressed = decision({
      strategy: 'summarizeFull',
      layer: 3,
      trigger: {
        reason: 'proactive',
        setting: 'compression.thresholdTokens',
        measuredTokens: 4_753,
        thresholdTokens: 4_000,
      },
      tokensBefore: 4_753,
      tokensAfter: 1_400,
      edits: [],
      removal: { indexes: [2, 3], summary: 'x', pointer: null },
    });
    expect(decisionTitle(compressed, limits)).toBe(
      'Layer 3 summarized 2 earlier messages: input of 4,753 > 4,000 tokens, input 4,753 → 1,400 tokens',
    );
    const result = decision({
      strategy: 'truncate',
      trigger: { ...threshold, setting: 'layer1.singleToolResultShare' },
      edits: single,
    });
    expect(decisionTitle(result, limits)).toBe(
      'Layer 1 cut 1 oversized result: result 76% > 75% of the window, input down to 60%',
    );
  });

  it.each([
    [0, ''],
    [1, '; 1 of the 3 put back since'],
    [3, '; all 3 put back since'],
  ])('says that %i of its messages were put back', (putBack, words) => {
    expect(decisionTitle(decision({}), limits, putBack)).toBe(`${decisionTitle(decision({}), limits)}${words}`);
  });

  it('breaks no number over two lines', () => {
    const title = decisionTitle(
      decision({ tokensBefore: 1_234_567, trigger: { ...threshold, reason: 'command' } }),
      limits,
    );
    expect(title).toContain('1,234,567');
    expect(title).not.toMatch(/\d\s[\d%]/u);
  });

  it('says so when the provider or the user was the reason', () => {
    const because = (reason: 'overflow' | 'command'): string =>
      decisionTitle(decision({ trigger: { ...threshold, reason } }), limits);
    expect(because('overflow')).toContain(': the provider refused the context as too long, input 7,600 → 6,000 tokens');
    expect(because('command')).toContain(': you asked for it, input 7,600 → 6,000 tokens');
  });
});
