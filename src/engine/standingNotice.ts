import type { Fate, Removal } from './decision';
import type { MessageCounter } from './messageCounter';
import { prunedNotice, summaryNotice } from './notices';

/** What stands in the context for the messages that are out. */
export interface Notice {
  readonly text: string;
  readonly tokens: number;
  readonly pointer: string | null;
  /** The summary in the text; null where the bare notice stands alone. */
  readonly summary: string | null;
  /** Tokens of it and of the line that opens it. */
  readonly summaryTokens: number;
  /** The list of facts beside the bare notice; may be empty. */
  readonly facts: string;
}

/**
 * What stands for the messages that are out once one more removal holds; null where none is out. A summary stands until a
 * newer one takes its place, or until nothing is summarized any more; messages pruned since are told beside it, with their
 * facts. The numbers are those of now, whatever was undone or put back.
 *
 * @param standing the notice before
 * @param fates messages by fate, the removal's included
 */
export function noticeAfter(
  removal: Removal,
  standing: Notice | null,
  { pruned, summarized }: Readonly<Record<Fate, number>>,
  counter: MessageCounter,
): Notice | null {
  if (pruned + summarized === 0) return null;
  const { pointer } = removal;
  const summary = summarized === 0 ? null : (removal.summary ?? standing?.summary ?? null);
  const facts = removal.facts ?? (removal.summary !== null && pruned > 0 ? (standing?.facts ?? '') : '');
  const opening = summary === null ? '' : `${summaryNotice(summarized, pointer)}\n\n${summary}`;
  const beside = [...(pruned > 0 ? [prunedNotice(pruned, pointer)] : []), ...(facts === '' ? [] : [facts])];
  // What a model or an old journal wrote need not be well-formed; a request has to be.
  const text = [...(summary === null ? [] : [opening]), ...beside].join('\n\n').toWellFormed();
  // In this order, as the counter remembers what the whole begins with.
  const summaryTokens = summary === null ? 0 : counter.countText(opening);
  return { text, tokens: counter.countTextMessage(text), pointer, summary, facts, summaryTokens };
}
