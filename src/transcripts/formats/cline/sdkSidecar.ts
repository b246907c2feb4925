import type { Message } from '../../../engine/message';
import { resultText } from '../../../engine/resultText';
import { effectRanges, replacedFate, type MessageEffect } from '../../effectRanges';
import { isList, isRecord, jsonText, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { ProblemList } from '../../problemList';
import type { RecordedCompaction } from '../../transcript';
import { readTaskContent } from '../clineTask/taskContent';
import type { TaskItem } from '../clineTask/taskMessages';

/** A conversation with each item's record and the messages it became. */
export interface Conversation {
  readonly messages: readonly Message[];
  readonly items: readonly TaskItem[];
  /** The record of each item. */
  readonly values: readonly JsonRecord[];
}

export interface FoldedConversation {
  readonly messages: readonly Message[];
  readonly compactions: readonly RecordedCompaction[];
}

/**
 * What the file beside a conversation, `<id>.compaction.json`, says its newest compaction made of it: that file holds the
 * context that stands in place of the first so many messages. The summary in it becomes a message of the history, where
 * it was written. Never throws.
 */
export function foldSidecar(sidecar: unknown, conversation: Conversation, problems: ProblemList): FoldedConversation {
  const { messages, items, values } = conversation;
  const context = isRecord(sidecar) ? sidecar['messages'] : null;
  const count = isRecord(sidecar) ? numberAt(sidecar, 'source_message_count') : null;
  if (count === null || !isList(context)) return { messages, compactions: [] };
  if (count > values.length || count <= 0) {
    const words = `The compacted context is of ${String(count)} messages; the session holds ${String(values.length)}.`;
    problems.report('warning', undefined, words);
    return { messages, compactions: [] };
  }
  const index = items[count - 1]?.to ?? messages.length;
  const standing = context.filter(isRecord);
  const known = new Set(values.slice(0, count).map(keyOf));
  const added = standing.filter((value) => !known.has(keyOf(value)));
  const summary = added.find(isSummary) ?? added[0];
  const effects = effectsOf(conversation, count, standing, standing.some(hasSummary));
  const before = summary === undefined ? null : numberAt(recordAt(summary, 'metadata') ?? {}, 'tokensBefore');
  const compaction = {
    index,
    kind: 'compaction',
    ...(before === null ? {} : { tokensBefore: before }),
    effects: effectRanges(effects),
  };
  if (summary === undefined) return { messages, compactions: [compaction] };
  const written = summaryMessage(summary, messages);
  return {
    messages: [...messages.slice(0, index), written, ...messages.slice(index)],
    compactions: [{ ...compaction, summary: index }],
  };
}

function summaryMessage(value: JsonRecord, messages: readonly Message[]): Message {
  const { parts } = readTaskContent(value['content']);
  const createdAt = numberAt(value, 'ts') ?? numberAt(recordAt(value, 'metadata') ?? {}, 'generatedAt');
  const taken = new Set(messages.map(({ id }) => id));
  let id = 'compaction-summary';
  while (taken.has(id)) id += '#';
  return { id, role: 'user', parts, synthetic: 'summary', ...(createdAt === null ? {} : { createdAt }) };
}

/** What tells a message again in another list: its id, else its time, else what it says. */
function keyOf(value: JsonRecord): string {
  const [id, ts, role] = [stringAt(value, 'id'), numberAt(value, 'ts'), stringAt(value, 'role') ?? ''];
  if (id !== null) return `id:${id}`;
  return ts === null ? `content:${role}:${jsonText(value['content'])}` : `ts:${role}:${String(ts)}`;
}

function isSummary(value: JsonRecord): boolean {
  return recordAt(value, 'metadata')?.['kind'] === 'compaction_summary';
}

/** Whether something stands for what is out: a summary, or a notice of the work that was dropped. */
function hasSummary(value: JsonRecord): boolean {
  return isSummary(value) || resultText(readTaskContent(value['content'])).includes('<SYSTEM_NOTICE');
}

/** What became of the messages that the context stands for: gone, changed, or left as they were. */
function effectsOf(
  { messages, items, values }: Conversation,
  count: number,
  standing: readonly JsonRecord[],
  isSummarized: boolean,
): readonly MessageEffect[] {
  const byKey = new Map(standing.map((value) => [keyOf(value), value]));
  const effects: MessageEffect[] = [];
  items.slice(0, count).forEach(({ from, to }, position) => {
    const source = values[position];
    const kept = source === undefined ? undefined : byKey.get(keyOf(source));
    const read = kept === undefined ? null : readTaskContent(kept['content']);
    const results = new Map(read?.toolResults.map((result) => [result.callId, result]));
    for (let index = from; index < to; index += 1) {
      const message = messages[index];
      if (message === undefined) continue;
      const parts = message.role === 'tool' ? results.get(message.toolCallId ?? '')?.parts : read?.parts;
      if (parts === undefined) effects.push({ index, fate: isSummarized ? 'summarized' : 'pruned' });
      else effects.push(...changeOf(index, message, resultText({ parts })));
    }
  });
  return effects;
}

/** A text that was cut or replaced; one that notices were added to is as it was. */
function changeOf(index: number, message: Message, text: string): readonly MessageEffect[] {
  const original = resultText(message);
  return text.includes(original) ? [] : [{ index, fate: replacedFate(original, text), text }];
}
