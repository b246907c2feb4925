import type { Decision } from '../engine/decision';
import type { CallEntry } from '../engine/journal';
import type { JournalFold } from '../engine/journalFold';
import type { ModelPrices } from '../models/modelPrices';
import { PriceBook } from '../models/priceBook';
import type { ModelOverrides } from '../models/profileOverrides';
import type { CallUsage } from '../protocol/usage';
import { type Biller, countedUsage, reportedUsage } from './readModel/callUsage';
import type { ReadModel } from './readModel/readModel';
import type { Bill } from './readModel/runAccount';

/** Of a journal without a header. */
const UNLIMITED = { window: Number.POSITIVE_INFINITY, reserve: 0 };

/** Reads from a journal what each call took. The entry in question is part of the fold already. */
export class JournalUsage {
  readonly #prices: PriceBook;

  constructor(overrides: ModelOverrides) {
    this.#prices = new PriceBook(overrides);
  }

  /** Of the model in force; null where they are not known. */
  pricesNow({ model }: JournalFold): ModelPrices | null {
    return model === null ? null : this.#prices.pricesOf(model.provider, model.model);
  }

  takeCall({ historyLength, inputTokens, usage, model }: CallEntry, fold: JournalFold, readModel: ReadModel): void {
    const biller = this.#biller(fold, model);
    const outputTokens = replyTokens(fold, historyLength);
    const taken =
      usage === undefined ? countedUsage({ inputTokens, outputTokens }, biller) : reportedUsage(usage, biller);
    readModel.takeReplyUsage(historyLength, taken, historyLength >= inheritedLength(fold));
  }

  /** A call as it is accounted, beside what was sent. */
  billOf({ historyLength, model, usage }: CallEntry, fold: JournalFold): Bill {
    const { ledger } = fold;
    let uncompressedTokens = ledger.originalTokens;
    // The reply, and what came behind it, was no part of the call.
    for (let index = historyLength; index < ledger.length; index++) {
      uncompressedTokens -= ledger.state(index).tokensOriginal;
    }
    const outputTokens = usage?.outputTokens ?? replyTokens(fold, historyLength) ?? 0;
    const { window, reserve } = fold.model ?? UNLIMITED;
    return {
      uncompressedTokens,
      outputTokens,
      inputLimit: window - reserve,
      prices: this.#biller(fold, model).prices,
    };
  }

  takeDecision(decision: Decision, fold: JournalFold, readModel: ReadModel): void {
    const usage = this.#summaryUsage(decision, fold);
    if (usage !== null) readModel.takeSummaryUsage(decision.id, usage, fold.ledger.length > inheritedLength(fold));
  }

  /** Null where no model was asked. */
  #summaryUsage({ summary, tokensBefore, tokensAfter }: Decision, fold: JournalFold): CallUsage | null {
    if (summary === undefined) return null;
    // Where the model's words could not be used, only its usage is left of it.
    const { model, usage, chunks } = summary;
    if (usage !== null) {
      return reportedUsage(usage, model === null ? { model: '', prices: null } : this.#biller(fold, model), chunks);
    }
    if (model === null) return null;
    const { notice } = fold.ledger;
    // What it was asked to summarize is what the notice stands for now.
    const inputTokens = tokensBefore - tokensAfter + (notice?.tokens ?? 0);
    return countedUsage({ inputTokens, outputTokens: notice?.summaryTokens ?? null }, this.#biller(fold, model));
  }

  #biller({ model: inForce }: JournalFold, model: string): Biller {
    return { model, prices: this.#prices.pricesOf(inForce?.provider ?? '', model) };
  }
}

/** Messages that were said in the session this one was forked from. */
function inheritedLength({ header }: JournalFold): number {
  return header?.origin?.relation === 'forks' ? header.origin.historyLength : 0;
}

/** Tokens of the reply as they are counted; null where it is missing. */
function replyTokens({ ledger }: JournalFold, index: number): number | null {
  if (index >= ledger.length || ledger.message(index).role !== 'assistant') return null;
  return ledger.state(index).tokensOriginal;
}
