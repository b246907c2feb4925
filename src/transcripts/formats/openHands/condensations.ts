import type { Message, SourcePosition } from '../../../engine/message';
import { effectRanges, type MessageEffect } from '../../effectRanges';
import { isList, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { RecordedCompaction } from '../../transcript';

/** A condensation as an event tells of it. */
export interface Condensation {
  /** Length of the history when it took place. */
  readonly index: number;
  readonly trigger: string | null;
  /** Ids of the events that are not sent any more. */
  readonly forgotten: readonly string[];
  /** Whether a summary stands for them: the message at `index`. */
  readonly hasSummary: boolean;
  readonly source: SourcePosition | undefined;
}

/** Condensations in terms of messages, by the message that each event became, or became part of. */
export function condensationsOf(
  condensations: readonly Condensation[],
  messageOf: ReadonlyMap<string, number>,
): readonly RecordedCompaction[] {
  let summary: number | null = null;
  return condensations.map(({ index, trigger, forgotten, hasSummary, source }) => {
    const indexes = new Set<number>();
    // A new summary is made of the one before it too; not every version says so.
    if (hasSummary && summary !== null) indexes.add(summary);
    if (hasSummary) summary = index;
    for (const id of forgotten) {
      const message = messageOf.get(id);
      if (message !== undefined && message < index) indexes.add(message);
    }
    const fate = hasSummary ? 'summarized' : 'pruned';
    const effects = Array.from(indexes, (position): MessageEffect => ({ index: position, fate }));
    return {
      index,
      kind: 'condensation',
      ...(trigger === null ? {} : { trigger }),
      effects: effectRanges(effects),
      ...(hasSummary ? { summary: index } : {}),
      ...(source === undefined ? {} : { source }),
    };
  });
}

/**
 * Ids of the events a condensation names; older ones may name the first and the last of a range of numbers.
 *
 * @param known ids of the events before it
 */
export function forgottenIds(value: JsonRecord, known: Iterable<string>): readonly string[] {
  const ids = value['forgotten_event_ids'];
  if (isList(ids)) return ids.filter((id) => typeof id === 'string' || typeof id === 'number').map(String);
  const [start, end] = [value['forgotten_events_start_id'], value['forgotten_events_end_id']];
  if (typeof start !== 'number' || typeof end !== 'number') return [];
  return [...known].filter((id) => Number(id) >= start && Number(id) <= end);
}

/** The message a summary becomes. */
export function summaryOf(value: JsonRecord): Pick<Message, 'role' | 'parts' | 'synthetic'> | null {
  const text = stringAt(value, 'summary') ?? '';
  return text === '' ? null : { role: 'user', parts: [{ type: 'text', text }], synthetic: 'summary' };
}
