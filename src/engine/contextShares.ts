import type { ContextLedger } from './ledger';
import type { ByKind } from './tokens/contentMix';
import { addShares, NO_TOKENS, scaleShares } from './tokens/shares';

/**
 * Tokens of the texts of the whole input now by kind of content, to be held against what the provider reports for the
 * call. A message that was cut counts with the kinds of its original, in proportion. The sum over messages whose shares
 * the counter keeps costs a few additions each: once a call, never in the pass before it.
 *
 * @param toolSchemas the JSON of the tool definitions, as it was counted
 */
export function contextShares(ledger: ContextLedger, toolSchemas: string): ByKind {
  const { counter, memory, notice } = ledger;
  let shares = toolSchemas === '' ? NO_TOKENS : counter.sharesOfText(toolSchemas);
  if (memory !== null) shares = addShares(shares, counter.sharesOfText(memory.text));
  if (notice !== null) shares = addShares(shares, counter.sharesOfText(notice.text));
  for (let index = 0; index < ledger.length; index++) {
    const { tokensInContext, tokensOriginal } = ledger.state(index);
    if (tokensInContext === 0 || tokensOriginal === 0) continue;
    const original = counter.sharesOfMessage(ledger.message(index));
    shares = addShares(shares, scaleShares(original, Math.min(1, tokensInContext / tokensOriginal)));
  }
  return shares;
}
