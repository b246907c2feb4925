import type { BatchKind, CascadeOptions } from '../engine/cascade';
import { previewCommand, type PreviewedBatch, type PreviewedMessage } from '../engine/preview';
import type { ContextLedger } from '../engine/ledger';
import type { ModelPrices } from '../models/modelPrices';
import type { CompactionPreview, PreviewBatch, PreviewMessage, PreviewWishes } from '../protocol/preview';
import { tn } from '../l10n/text';
import { cacheCost, joinedEffect } from './readModel/cacheCost';
import type { RowSource } from './readModel/rowSource';
import { messageTitle } from './readModel/titles';

/** Messages listed of one batch. */
const LISTED_MESSAGES = 50;

export interface PreviewSubject {
  readonly ledger: ContextLedger;
  readonly source: Pick<RowSource, 'facts'>;
  readonly options: CascadeOptions;
  readonly prices: ModelPrices | null;
}

/** What the command to compact would do now, in words and numbers; nothing is taken. */
export function compactionPreview(
  { ledger, source, options, prices }: PreviewSubject,
  wishes: PreviewWishes,
): CompactionPreview {
  const pin = wishes.pin.filter((index) => index < ledger.length);
  const { tokensBefore, tokensAfter, batches } = previewCommand(ledger, options, { skip: wishes.skip, pin });
  const shown = (message: PreviewedMessage): PreviewMessage => ({
    ...message,
    title: messageTitle(ledger.message(message.index), source.facts.callOf(message.index)),
  });
  const together = joinedEffect(batches.map(({ decision }) => decision));
  return {
    tokensBefore,
    tokensAfter,
    window: options.limits.window,
    batches: batches.map((batch) => shownBatch(batch, shown, prices)),
    cache: together === null ? null : cacheCost(together, prices, tokensAfter),
    pinned: pin.map((index) => {
      const { tokensInContext } = ledger.state(index);
      return shown({ index, tokensBefore: tokensInContext, tokensAfter: tokensInContext });
    }),
  };
}

function shownBatch(
  { kind, decision, messages }: PreviewedBatch,
  shown: (message: PreviewedMessage) => PreviewMessage,
  prices: ModelPrices | null,
): PreviewBatch {
  const { tokensBefore, tokensAfter, cache } = decision;
  return {
    kind,
    title: batchTitle(kind, messages.length),
    tokensBefore,
    tokensAfter,
    cache: cache === undefined ? null : cacheCost(cache, prices, tokensAfter),
    messages: messages.slice(0, LISTED_MESSAGES).map(shown),
    messageCount: messages.length,
  };
}

function batchTitle(kind: BatchKind, count: number): string {
  switch (kind) {
    case 'results':
      return tn(
        'Replace {0} old tool result by pointers to the archive',
        'Replace {0} old tool results by pointers to the archive',
        count,
      );
    case 'arguments':
      return tn(
        'Move large arguments of {0} old call to the archive',
        'Move large arguments of {0} old calls to the archive',
        count,
      );
    case 'messages':
      return tn(
        'Remove {0} earlier message; the originals stay in the archive',
        'Remove {0} earlier messages; the originals stay in the archive',
        count,
      );
  }
}
