import { addUsage, type CallUsage, NO_USAGE, type SessionUsage, type UsageTotals } from '../../protocol/usage';

/** Sums before the newest replies that are remembered: what a file that grows says anew are its last ones. */
const REMEMBERED_SUMS = 64;

interface TakenUsage {
  readonly usage: CallUsage;
  readonly isOwn: boolean;
}

/** What the calls of a session took, call by call and in sums. Each call costs the same however many there are. */
export class UsageLog {
  readonly #replies = new Map<number, TakenUsage>();
  readonly #summaries = new Map<string, TakenUsage>();
  #session: SessionUsage = { replies: NO_USAGE, summaries: NO_USAGE, newest: null };
  /** The sums before each of the newest replies, in their order. */
  #before: { readonly index: number; readonly session: SessionUsage }[] = [];
  /** Whether there were replies before those. */
  #areOlder = false;

  get session(): SessionUsage {
    return this.#session;
  }

  /**
   * @param index of the reply in the history
   * @param isOwn false where another session made the call, which this one was forked from: then it is in no sum
   */
  takeReply(index: number, usage: CallUsage, isOwn: boolean): void {
    this.#replies.set(index, { usage, isOwn });
    if (!isOwn) return;
    this.#before.push({ index, session: this.#session });
    if (this.#before.length > REMEMBERED_SUMS) {
      this.#before.shift();
      this.#areOlder = true;
    }
    const { replies, summaries } = this.#session;
    this.#session = { replies: addUsage(replies, totalsOf(usage)), summaries, newest: usage };
  }

  /**
   * Forgets replies that are said anew; all of them were this session's own, and came in order.
   *
   * @param index of the first message that is
   * @returns from which index on replies have to be taken in again
   */
  forgetReplies(index: number): number {
    const at = this.#before.findIndex((known) => known.index >= index);
    const oldest = this.#before[at];
    if (oldest === undefined) return index;
    const { summaries } = this.#session;
    if (at === 0 && this.#areOlder) {
      this.#session = { replies: NO_USAGE, summaries, newest: null };
      this.#replies.clear();
      this.#before = [];
      this.#areOlder = false;
      return 0;
    }
    this.#session = { ...oldest.session, summaries };
    for (const known of this.#before.splice(at)) this.#replies.delete(known.index);
    return index;
  }

  /** A decision that was undone was paid for all the same. @param isOwn as for `takeReply` */
  takeSummary(decisionId: string, usage: CallUsage, isOwn: boolean): void {
    if (this.#summaries.has(decisionId)) return;
    this.#summaries.set(decisionId, { usage, isOwn });
    if (!isOwn) return;
    this.#session = { ...this.#session, summaries: addUsage(this.#session.summaries, totalsOf(usage)) };
  }

  /**
   * What was taken up to a point of the session.
   *
   * @param length of the history then
   * @param isTaken whether a decision was taken by then
   */
  until(length: number, isTaken: (decisionId: string) => boolean): UsageLog {
    const earlier = new UsageLog();
    for (const [index, { usage, isOwn }] of this.#replies) if (index < length) earlier.takeReply(index, usage, isOwn);
    for (const [id, { usage, isOwn }] of this.#summaries) if (isTaken(id)) earlier.takeSummary(id, usage, isOwn);
    return earlier;
  }

  /** Null where the message is no reply, or nobody knows. */
  ofMessage(index: number): CallUsage | null {
    return this.#replies.get(index)?.usage ?? null;
  }

  /** Of the summary that a decision wrote; null where it wrote none with a model. */
  ofDecision(id: string): CallUsage | null {
    return this.#summaries.get(id)?.usage ?? null;
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
