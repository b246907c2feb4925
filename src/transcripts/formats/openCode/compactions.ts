import type { Message } from '../../../engine/message';
import { effectRanges, type MessageEffect } from '../../effectRanges';
import type { RecordedCompaction, RecordedEffect } from '../../transcript';
import type { CompactionRequest, OpenCodeFacts } from './messages';

/** Every time opencode took something out of its context, in the order of the history. */
export function openCodeCompactions(
  messages: readonly Message[],
  { requests, summaries, starts, pruned }: OpenCodeFacts,
): readonly RecordedCompaction[] {
  const summarized = requests.flatMap((request) => {
    const summary = summaries.get(request.id);
    // A request that failed took nothing out.
    if (summary === undefined || summary >= messages.length) return [];
    return [compactionOf(request, summary, starts)];
  });
  // Outputs are cleared before the next message; one that asks for a summary is such a message.
  return [...prunings(messages, pruned), ...summarized].sort((a, b) => a.index - b.index);
}

function compactionOf(
  { index, isAutomatic, tail }: CompactionRequest,
  summary: number,
  starts: OpenCodeFacts['starts'],
): RecordedCompaction {
  const kept = Math.min((tail === null ? undefined : starts.get(tail)) ?? index, index);
  const effects: readonly RecordedEffect[] = kept > 0 ? [{ from: 0, to: kept, fate: 'summarized' }] : [];
  return {
    index,
    kind: 'compaction',
    ...(isAutomatic === null ? {} : { trigger: isAutomatic ? 'auto' : 'manual' }),
    effects,
    summary,
  };
}

/** Outputs are cleared one by one, at times a little apart: those between the same two messages went together. */
function prunings(messages: readonly Message[], pruned: OpenCodeFacts['pruned']): readonly RecordedCompaction[] {
  const prunings: RecordedCompaction[] = [];
  const sorted = [...pruned].filter(({ index }) => index < messages.length).sort((a, b) => a.at - b.at);
  let [index, next] = [0, 0];
  while (next < sorted.length) {
    const at = sorted[next]?.at ?? 0;
    while (index < messages.length && (messages[index]?.createdAt ?? 0) <= at) index += 1;
    const effects: MessageEffect[] = [];
    const until = messages[index]?.createdAt ?? Infinity;
    for (let one = sorted[next]; one !== undefined && one.at < until; one = sorted[++next]) {
      effects.push({ index: one.index, fate: 'compacted' });
    }
    // Times that run backwards must not stand still.
    if (effects.length === 0) next += 1;
    else prunings.push({ index, kind: 'prune', effects: effectRanges(effects) });
  }
  return prunings;
}
