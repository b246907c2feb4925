import { EstimatingCounter } from './estimatingCounter';
import { ExactCounter } from './exactCounter';
import type { TokenRatios } from './tokenRatios';
import type { RankTable } from './rankTable';

/** What the engine needs to know about the tokens of a text. Everything is synchronous and deterministic. */
export interface TokenCounter {
  /** `counted`: exact for the model's encoding; `estimated`: from character classes, to be labelled as such. */
  readonly method: 'counted' | 'estimated';

  /** Tokens of the text. Text that spells a special token counts as ordinary text. */
  countText(text: string): number;

  /**
   * Offset (UTF-16 units) up to which the text may be kept: `text.slice(0, offset)` has at most `tokens` tokens.
   * Never inside a surrogate pair; 0 when nothing fits, `text.length` when everything does.
   */
  prefixWithin(text: string, tokens: number): number;

  /**
   * Offset (UTF-16 units) from which the text may be kept: `text.slice(offset)` has at most `tokens` tokens.
   * Never inside a surrogate pair; `text.length` when nothing fits, 0 when everything does.
   */
  suffixWithin(text: string, tokens: number): number;

  /**
   * Whether the text has as many tokens as its parts before and from `offset` (UTF-16 units) have by themselves. A counter
   * that never knows has no such method.
   */
  isSeam?(text: string, offset: number): boolean;
}

/** A counter that agrees with the encoding's own tokenizer token for token. */
export function createExactCounter(table: RankTable): TokenCounter {
  return new ExactCounter(table);
}

/** A counter for models whose encoding is not public. */
export function createEstimatingCounter(ratios: TokenRatios): TokenCounter {
  return new EstimatingCounter(ratios);
}
