import type { Decision } from '../../src/engine/decision';

/** A compaction of the second of two messages. */
export const sampleDecision: Decision = {
  id: 'd1',
  strategy: 'compact',
  layer: 1,
  trigger: { reason: 'threshold', setting: 'layer1.inputHeadroomRatio', measuredTokens: 90, thresholdTokens: 80 },
  historyLength: 2,
  tokensBefore: 90,
  tokensAfter: 50,
  counted: 'counted',
  edits: [
    { kind: 'replace', index: 1, tokensBefore: 50, tokensAfter: 10, text: 'gone', pointers: ['0123456789abcdef.txt'] },
  ],
  removal: null,
};
