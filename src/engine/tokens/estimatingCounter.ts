import { estimateTokens } from './estimate';
import type { TokenRatios } from './tokenRatios';

/** Counts tokens by estimate, for models whose encoding is not public. */
export class EstimatingCounter {
  readonly method = 'estimated';

  constructor(private readonly ratios: TokenRatios) {}

  /** Tokens of the text, by `estimateTokens`. */
  countText(text: string): number {
    return estimateTokens(text, this.ratios);
  }

  /** See `TokenCounter`. */
  prefixWithin(text: string, tokens: number): number {
    const fits = (length: number): boolean => this.countText(text.slice(0, length)) <= tokens;
    return longestFitting(text.length, fits, (length) => splitsPair(text, length));
  }

  /** See `TokenCounter`. */
  suffixWithin(text: string, tokens: number): number {
    const fits = (length: number): boolean => this.countText(text.slice(text.length - length)) <= tokens;
    return text.length - longestFitting(text.length, fits, (length) => splitsPair(text, text.length - length));
  }
}

/**
 * The longest length that fits, by bisection. An estimate may dip where the kind of the content changes; then the result
 * is one of several longest lengths, but it always fits.
 */
function longestFitting(
  length: number,
  fits: (length: number) => boolean,
  isForbidden: (length: number) => boolean,
): number {
  if (fits(length)) return length;
  let fitting = 0;
  let tooLong = length;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    const allowed = isForbidden(middle) ? middle - 1 : middle;
    if (allowed <= fitting || !fits(allowed)) tooLong = middle;
    else fitting = allowed;
  }
  return fitting;
}

/** Whether a cut at `offset` would part the two halves of a surrogate pair. */
function splitsPair(text: string, offset: number): boolean {
  return offset > 0 && isHalf(text, offset - 1, 0xd800) && isHalf(text, offset, 0xdc00);
}

function isHalf(text: string, offset: number, first: number): boolean {
  const unit = text.charCodeAt(offset);
  return unit >= first && unit < first + 0x400;
}
