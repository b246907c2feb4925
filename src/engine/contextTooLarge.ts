import type { ContextLedger } from './ledger';

/** A message that no strategy may shorten, with its size in tokens. */
export interface LargeItem {
  readonly index: number;
  readonly role: string;
  readonly tokens: number;
}

/** At most this many messages are named. */
const NAMED_ITEMS = 5;

/** Smaller ones than this share of the whole would not help if they went. */
const NAMED_SHARE = 0.05;

const grouped = new Intl.NumberFormat('en');

/** What must stay is larger than the input limit. The message names the largest items and says what to do. */
export class ContextTooLargeError extends Error {
  override readonly name = 'ContextTooLargeError';
  readonly reason = 'contextTooLarge';

  constructor(
    readonly totalTokens: number,
    readonly limitTokens: number,
    readonly items: readonly LargeItem[],
  ) {
    const named = items.map((item) => `message ${item.index} (${item.role}, ${grouped.format(item.tokens)} tokens)`);
    super(
      `What must stay takes ${grouped.format(totalTokens)} tokens, and ${grouped.format(limitTokens)} would fit. ` +
        `The largest: ${named.join(', ')}. Unpin or shorten these, or choose a model with a larger window.`,
    );
  }
}

/** The error for what is left when every strategy has done its part. */
export function contextTooLarge(ledger: ContextLedger, limitTokens: number): ContextTooLargeError {
  const items = ledger.steps.visible
    .flatMap((step) => [step.anchor, ...step.results])
    .map((index): LargeItem => ({
      index,
      role: ledger.message(index).role,
      tokens: ledger.state(index).tokensInContext,
    }));
  items.sort((a, b) => b.tokens - a.tokens || a.index - b.index);
  const named = items.filter((item, place) => place === 0 || item.tokens >= ledger.totalTokens * NAMED_SHARE);
  return new ContextTooLargeError(ledger.totalTokens, limitTokens, named.slice(0, NAMED_ITEMS));
}
