import { ContentTally } from './contentTally';
import { modelTokens } from './tokenModel';
import { type ContentKind, ORDINARY_RATIOS, type TokenRatios } from './tokenRatios';

/** Up to `whole` characters a text is read; of a longer one that many windows, evenly spread from beginning to end. */
export interface Sampling {
  readonly whole: number;
  readonly windows: number;
  readonly windowCharacters: number;
}

/** Well within a millisecond, and off by little where a text is of one kind. */
const ESTIMATE_SAMPLING: Sampling = { whole: 1 << 15, windows: 16, windowCharacters: 1 << 11 };

/** An estimate and what it was based on. */
export interface TokenEstimate {
  /** Whole tokens, rounded up: an estimate that starts compression early does less harm than one that starts it late. */
  readonly tokens: number;
  readonly kind: ContentKind;
}

/**
 * Estimates the tokens of a text from its characters, linear in classes of characters and the runs they form. No
 * vocabulary is needed. The cost is linear in the text up to 32 768 characters and constant beyond.
 *
 * @param ratios for the model; `ORDINARY_RATIOS` estimate o200k_base
 */
export function estimate(text: string, ratios: TokenRatios): TokenEstimate {
  const { tally, read } = tallySample(text, ESTIMATE_SAMPLING);
  const { tokens, kind } = modelTokens(tally);
  if (read === 0) return { tokens: 0, kind };
  const ordinary = (tokens * text.length) / read;
  return { tokens: Math.max(1, Math.ceil((ordinary * ratios[kind]) / ORDINARY_RATIOS[kind])), kind };
}

/** The number of `estimate` alone. */
export function estimateTokens(text: string, ratios: TokenRatios): number {
  return estimate(text, ratios).tokens;
}

/** Tallies the text or windows of it, and says how many characters that were. */
export function tallySample(
  text: string,
  { whole, windows, windowCharacters }: Sampling,
): { readonly tally: ContentTally; readonly read: number } {
  const tally = new ContentTally();
  if (text.length <= whole) {
    tally.add(text, 0, text.length);
    return { tally, read: text.length };
  }
  const lastStart = text.length - windowCharacters;
  for (let window = 0; window < windows; window++) {
    const start = Math.floor((lastStart * window) / (windows - 1));
    tally.add(text, start, start + windowCharacters);
  }
  return { tally, read: windows * windowCharacters };
}
