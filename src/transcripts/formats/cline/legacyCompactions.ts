import { effectRanges } from '../../effectRanges';
import type { ProblemList } from '../../problemList';
import type { RecordedCompaction } from '../../transcript';
import type { TaskMessages } from '../clineTask/taskMessages';
import type { DeletedRange, UiRequest } from '../clineTask/uiMessages';
import { readContextHistory } from './contextHistory';

/** What the files beside a history say was done to it. */
export interface LegacyRecords {
  /** Ranges of items that were not sent, in the order they came into force. */
  readonly ranges: readonly DeletedRange[];
  /** The content of `context_history.json`. */
  readonly edits: unknown;
  /** Requests by the index of the message that answered them; null where they are not known. */
  readonly requests: ReadonlyMap<number, UiRequest> | null;
}

/** Every time a task's history was cut or edited before it was sent, in the order of the history. */
export function legacyCompactions(
  history: Pick<TaskMessages, 'items' | 'messages'>,
  { ranges, edits, requests }: LegacyRecords,
  problems: ProblemList,
): readonly RecordedCompaction[] {
  const compactions: RecordedCompaction[] = [];
  const lengthAfter = lengthsAfter(history, requests);
  for (const { at, effects } of readContextHistory(edits, history.items, history.messages)) {
    compactions.push({ index: lengthAfter(at), kind: 'contextHistory', effects: effectRanges(effects) });
  }
  let last: DeletedRange | null = null;
  for (const range of ranges) {
    if (last?.first === range.first && last.last === range.last) continue;
    last = range;
    compactions.push(truncation(history, range, problems));
  }
  return compactions.sort((a, b) => a.index - b.index);
}

function truncation(
  { items, messages }: Pick<TaskMessages, 'items' | 'messages'>,
  range: DeletedRange,
  problems: ProblemList,
): RecordedCompaction {
  if (range.last >= items.length) {
    const words = `The task leaves out messages ${String(range.first)} to ${String(range.last)}; it holds ${String(items.length)}.`;
    problems.report('warning', undefined, words);
  }
  const first = items[range.first];
  const last = items[Math.min(range.last, items.length - 1)];
  const newest = range.historyIndex === null ? undefined : items[range.historyIndex];
  // Where the file does not say when, it is how things stood at the end.
  const index = Math.max(newest?.to ?? messages.length, last?.to ?? 0);
  if (first === undefined || last === undefined) return { index, kind: 'truncation' };
  const isEmpty = first.from >= last.to;
  return { index, kind: 'truncation', effects: isEmpty ? [] : [{ from: first.from, to: last.to, fate: 'pruned' }] };
}

/**
 * Tells the length of the history at the call after the request of a time, whose size led to the edits: the whole, where
 * nobody knows. Asked in the order of time.
 */
function lengthsAfter(
  { items, messages }: Pick<TaskMessages, 'items' | 'messages'>,
  requests: LegacyRecords['requests'],
): (at: number) => number {
  const replies = items.filter(({ role }) => role === 'assistant');
  const positions = new Map(replies.map(({ from }, position) => [from, position]));
  const answers = new Map<number, number>();
  for (const [index, { at }] of requests ?? []) if (at !== null) answers.set(at, positions.get(index) ?? 0);
  let passed = 0;
  return (at) => {
    for (; passed < replies.length && (replies[passed]?.createdAt ?? Infinity) <= at; passed += 1);
    return replies[(answers.get(at) ?? passed) + 1]?.from ?? messages.length;
  };
}
