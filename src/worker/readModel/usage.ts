import { addUsage, type CallUsage, NO_USAGE, type SessionUsage, type UsageTotals } from '../../protocol/usage';

/** What the calls of a session took, call by call and in sums. Each call costs the same however many there are. */
export class UsageLog {
  readonly #replies = new Map<number, CallUsage>();
  readonly #summaries = new Map<string, CallUsage>();
  #session: SessionUsage = { replies: NO_USAGE, summaries: NO_USAGE, newest: null };

  get session(): SessionUsage {
    return this.#session;
  }

  /**
   * @param index of the reply in the history
   * @param isOwn false where another session made the call, which this one was forked from: then it is in no sum
   */
  takeReply(index: number, usage: CallUsage, isOwn: boolean): void {
    this.#replies.set(index, usage);
    if (!isOwn) return;
    const { replies, summaries } = this.#session;
    this.#session = { replies: addUsage(replies, totalsOf(usage)), summaries, newest: usage };
  }

  /** A decision that was undone was paid for all the same. @param isOwn as for `takeReply` */
  takeSummary(decisionId: string, usage: CallUsage, isOwn: boolean): void {
    if (this.#summaries.has(decisionId)) return;
    this.#summaries.set(decisionId, usage);
    if (!isOwn) return;
    this.#session = { ...this.#session, summaries: addUsage(this.#session.summaries, totalsOf(usage)) };
  }

  /** Null where the message is no reply, or nobody knows. */
  ofMessage(index: number): CallUsage | null {
    return this.#replies.get(index) ?? null;
  }

  /** Of the summary that a decision wrote; null where it wrote none with a model. */
  ofDecision(id: string): CallUsage | null {
    return this.#summaries.get(id) ?? null;
  }
}

function totalsOf(usage: CallUsage): UsageTotals {
  const { inputTokens, cachedInputTokens, outputTokens, dollars, reported } = usage;
  return {
    calls: 1,
    inputTokens,
    cachedInputTokens: cachedInputTokens ?? 0,
    cacheToldTokens: cachedInputTokens === null ? 0 : inputTokens,
    outputTokens: outputTokens ?? 0,
    dollars: dollars ?? 0,
    unpricedCalls: dollars === null ? 1 : 0,
    countedCalls: reported ? 0 : 1,
  };
}
