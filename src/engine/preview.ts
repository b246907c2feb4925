import type { Batch, BatchKind, CascadeOptions } from './cascade';
import { commandBatches } from './cascade';
import { touchedIndexes } from './decision';
import { ContextLedger } from './ledger';

/** What one batch would do to one message; tokens in the context. */
export interface PreviewedMessage {
  readonly index: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

export interface PreviewedBatch extends Batch {
  /** By index, ascending. */
  readonly messages: readonly PreviewedMessage[];
}

export interface CommandPreview {
  /** Tokens of the whole input now, and once the batches hold. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly batches: readonly PreviewedBatch[];
}

/**
 * What the user's command would do now, computed on a copy: the ledger stays as it is. It costs what folding the history
 * anew costs, so it is for asking once, not for every message.
 *
 * @param wishes batches to leave out, and messages (by index) to treat as pinned
 */
export function previewCommand(
  ledger: ContextLedger,
  options: CascadeOptions,
  wishes: { readonly skip: readonly BatchKind[]; readonly pin: readonly number[] },
): CommandPreview {
  const copy = copyOf(ledger);
  for (const index of wishes.pin) copy.setPinned(index, true);
  const tokensBefore = copy.totalTokens;
  const tokens = new Map<number, number>();
  const batches = commandBatches(copy, options, wishes.skip).map((batch): PreviewedBatch => {
    const changed = new Map(batch.decision.edits.map(({ index, tokensAfter }) => [index, tokensAfter]));
    for (const index of batch.decision.removal?.indexes ?? []) changed.set(index, 0);
    const messages = touchedIndexes(batch.decision).map((index): PreviewedMessage => {
      const before = tokens.get(index) ?? ledger.state(index).tokensInContext;
      const after = changed.get(index) ?? before;
      tokens.set(index, after);
      return { index, tokensBefore: before, tokensAfter: after };
    });
    return { ...batch, messages };
  });
  return { tokensBefore, tokensAfter: copy.totalTokens, batches };
}

/** The same history with the same decisions, pins and restored messages, folded anew. */
function copyOf(ledger: ContextLedger): ContextLedger {
  const copy = new ContextLedger(ledger.counter);
  copy.setToolSchemaTokens(ledger.toolSchemaTokens);
  copy.setMemory(ledger.memory?.source ?? '');
  const { decisions } = ledger;
  let taken = 0;
  const takeDecisions = (): void => {
    for (
      let next = decisions[taken];
      next !== undefined && next.historyLength <= copy.length;
      next = decisions[taken]
    ) {
      copy.apply(next);
      taken += 1;
    }
  };
  for (let index = 0; index < ledger.length; index += 1) {
    takeDecisions();
    copy.append(ledger.message(index));
  }
  takeDecisions();
  for (let index = 0; index < ledger.length; index += 1) {
    const { pinned, restored } = ledger.state(index);
    if (pinned !== copy.state(index).pinned) copy.setPinned(index, pinned);
    if (restored) copy.setRestored(index);
  }
  return copy;
}
