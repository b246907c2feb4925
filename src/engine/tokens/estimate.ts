import { ContentTally } from './contentTally';
import { modelTokens } from './tokenModel';
import { type ContentKind, ORDINARY_RATIOS, type TokenRatios } from './tokenRatios';

/** Up to this many characters a text is read whole, well within a millisecond. */
const READ_WHOLE_CHARACTERS = 1 << 15;

/** Of a longer text as many windows of this size are read, evenly spread from its beginning to its end. */
const WINDOWS = 16;
const WINDOW_CHARACTERS = 1 << 11;

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
  const tally = new ContentTally();
  const read = addSample(tally, text);
  const { tokens, kind } = modelTokens(tally);
  if (read === 0) return { tokens: 0, kind };
  const ordinary = (tokens * text.length) / read;
  return { tokens: Math.max(1, Math.ceil((ordinary * ratios[kind]) / ORDINARY_RATIOS[kind])), kind };
}

/** The number of `estimate` alone. */
export function estimateTokens(text: string, ratios: TokenRatios): number {
  return estimate(text, ratios).tokens;
}

/** Adds the text or windows of it, and returns how many characters that were. */
function addSample(tally: ContentTally, text: string): number {
  if (text.length <= READ_WHOLE_CHARACTERS) {
    tally.add(text, 0, text.length);
    return text.length;
  }
  const lastStart = text.length - WINDOW_CHARACTERS;
  for (let window = 0; window < WINDOWS; window++) {
    const start = Math.floor((lastStart * window) / (WINDOWS - 1));
    tally.add(text, start, start + WINDOW_CHARACTERS);
  }
  return WINDOWS * WINDOW_CHARACTERS;
}
