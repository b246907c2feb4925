import type { Decision } from './decision';
import { NO_STATISTICS, type CompressionStatistics, type LastCompression } from './statistics';

/** One call as it was made. */
export interface AccountedCall {
  /** Tokens of the whole input as it was sent, and if nothing had been compressed. */
  readonly inputTokens: number;
  readonly uncompressedTokens: number;
  /** Tokens at the start that nothing has touched since the call before; null where that is not known. */
  readonly unchangedTokens: number | null;
  readonly outputTokens: number;
  /** US dollars of a call; null where no price is known. */
  readonly priceOf: ((tokens: CallTokens) => number) | null;
}

export interface CallTokens {
  /** Cached ones included. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

/** Requests for one summary. */
export interface AccountedSummary {
  readonly calls: number;
  /** Tokens in and out. */
  readonly tokens: number;
  /** Null where no price is known. */
  readonly dollars: number | null;
}

interface Taken extends LastCompression {
  readonly id: string;
  /** Calls there were: decisions of one number belong to one compression. */
  readonly call: number;
}

/** The accounts of one session, kept up to date call by call; each costs the same however many there were. */
export class StatisticsFold {
  #sums: CompressionStatistics = NO_STATISTICS;
  /** In the order they were taken; those undone are not among them. */
  #taken: Taken[] = [];
  /** Decisions of each compression, by the calls there were. */
  readonly #perCall = new Map<number, number>();
  /** Tokens of the call before as it was sent, and if nothing had been compressed; null before the first. */
  #previous: { readonly sent: number; readonly uncompressed: number } | null = null;

  get statistics(): CompressionStatistics {
    const last = this.#taken.at(-1);
    if (last === undefined) return this.#sums;
    const { at, strategy, savedTokens } = last;
    return { ...this.#sums, last: { at, strategy, savedTokens } };
  }

  takeDecision({ id, strategy, tokensBefore, tokensAfter, takenAt }: Decision): void {
    this.#add({ id, call: this.#sums.calls, strategy, at: takenAt ?? null, savedTokens: tokensBefore - tokensAfter });
  }

  /** Decisions that were undone, or never journaled. Ids that are not known are passed over. */
  forget(ids: ReadonlySet<string>): void {
    const gone = this.#taken.filter(({ id }) => ids.has(id));
    if (gone.length === 0) return;
    this.#taken = this.#taken.filter(({ id }) => !ids.has(id));
    for (const taken of gone) this.#count(taken, -1);
  }

  takeCall(call: AccountedCall): void {
    const { inputTokens, uncompressedTokens, unchangedTokens, outputTokens, priceOf } = call;
    const sums = this.#sums;
    const previous = this.#previous;
    const decided = (this.#perCall.get(sums.calls) ?? 0) > 0;
    const sentPrefix = previous === null ? 0 : prefixOf(previous.sent, unchangedTokens);
    // Whatever else than a decision changed the start would have changed it too.
    const unchanged = decided ? Number.POSITIVE_INFINITY : unchangedTokens;
    const uncompressedPrefix = previous === null ? 0 : prefixOf(previous.uncompressed, unchanged);
    const isPriced = priceOf !== null && sentPrefix !== null && uncompressedPrefix !== null;
    const cost = (input: number, cached: number): number =>
      priceOf?.({ inputTokens: input, cachedInputTokens: Math.min(input, cached), outputTokens }) ?? 0;
    this.#sums = {
      ...sums,
      calls: sums.calls + 1,
      inputTokens: sums.inputTokens + inputTokens,
      uncompressedTokens: sums.uncompressedTokens + uncompressedTokens,
      outputTokens: sums.outputTokens + outputTokens,
      prefixTokens: sums.prefixTokens + (sentPrefix ?? 0),
      previousTokens: sums.previousTokens + (sentPrefix === null ? 0 : (previous?.sent ?? 0)),
      dollars: sums.dollars + (isPriced ? cost(inputTokens, sentPrefix) : 0),
      uncompressedDollars: sums.uncompressedDollars + (isPriced ? cost(uncompressedTokens, uncompressedPrefix) : 0),
      unpricedCalls: sums.unpricedCalls + (isPriced ? 0 : 1),
    };
    this.#previous = { sent: inputTokens, uncompressed: uncompressedTokens };
  }

  takeSummary({ calls, tokens, dollars }: AccountedSummary): void {
    const sums = this.#sums;
    this.#sums = {
      ...sums,
      summaryCalls: sums.summaryCalls + calls,
      summaryTokens: sums.summaryTokens + tokens,
      summaryDollars: sums.summaryDollars + (dollars ?? 0),
      unpricedSummaries: sums.unpricedSummaries + (dollars === null ? calls : 0),
    };
  }

  #add(taken: Taken): void {
    this.#taken.push(taken);
    this.#count(taken, 1);
  }

  #count({ call, savedTokens }: Taken, sign: 1 | -1): void {
    const before = this.#perCall.get(call) ?? 0;
    const after = before + sign;
    if (after === 0) this.#perCall.delete(call);
    else this.#perCall.set(call, after);
    const sums = this.#sums;
    this.#sums = {
      ...sums,
      decisions: sums.decisions + sign,
      compressions: sums.compressions + Math.sign(after) - Math.sign(before),
      savedTokens: sums.savedTokens + sign * savedTokens,
    };
  }
}

/** How much of the call before, of `tokens`, this one begins with; null where that is not known. */
function prefixOf(tokens: number, unchangedTokens: number | null): number | null {
  return unchangedTokens === null ? null : Math.min(tokens, unchangedTokens);
}
