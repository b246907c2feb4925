import { type CallUsage, NO_USAGE, type SessionUsage } from '../../../src/protocol/usage';

export const sampleCall: CallUsage = {
  model: 'gpt-5-mini',
  inputTokens: 18_230,
  cachedInputTokens: 16_772,
  outputTokens: 410,
  dollars: 0.0124,
  reported: true,
};

/** Eleven replies and a summary. */
export const sampleUsage: SessionUsage = {
  replies: {
    calls: 11,
    inputTokens: 151_230,
    cachedInputTokens: 130_640,
    cacheToldTokens: 151_230,
    outputTokens: 8_070,
    dollars: 0.386,
    unpricedCalls: 0,
    countedCalls: 0,
  },
  summaries: {
    ...NO_USAGE,
    calls: 1,
    inputTokens: 32_770,
    cacheToldTokens: 32_770,
    outputTokens: 1_130,
    dollars: 0.034,
  },
  newest: sampleCall,
};

export const sampleSummaryCall: CallUsage = {
  model: 'gpt-5-mini',
  inputTokens: 32_770,
  cachedInputTokens: 0,
  outputTokens: 1_130,
  dollars: 0.034,
  reported: true,
};
