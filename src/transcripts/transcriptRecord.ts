import { FATES } from '../engine/decision';
import { amount, count, listOf, oneOf, optional, record, text } from '../engine/fieldCheck';
import type { RecordedFacts, Transcript } from './transcript';

/**
 * The first line of an exported session that was read from a file: all the reader knew but the messages and the journal,
 * which follow. Read back, the transcript is the same, whatever agent it came from.
 */

/** Of the line's own form; what the transcript holds may grow without it. */
const RECORD_VERSION = 1;

const position = record({ line: count, byteOffset: count });

const check = record({
  version: oneOf(RECORD_VERSION),
  format: text,
  title: text,
  callBoundaries: listOf(count),
  problems: listOf(
    record({ severity: oneOf('error', 'warning', 'info'), line: count, byteOffset: count, reason: text }),
  ),
  model: optional(text),
  workspace: optional(text),
  contextWindow: optional(amount),
  sessions: optional(record({ shown: count, titles: listOf(text) })),
  recorded: optional(
    record({
      compactions: listOf(
        record({
          index: count,
          kind: optional(text),
          trigger: optional(text),
          tokensBefore: optional(amount),
          tokensAfter: optional(amount),
          effects: optional(listOf(record({ from: count, to: count, fate: oneOf(...FATES), text: optional(text) }))),
          summary: optional(count),
          source: optional(position),
        }),
      ),
    }),
  ),
});

export type RestoredFacts = Omit<Transcript, 'messages' | 'journal'>;

/** The line itself. */
export function transcriptRecord({ messages: _messages, journal: _journal, ...facts }: Transcript): object {
  return { type: 'transcript', version: RECORD_VERSION, ...facts };
}

export function isTranscriptRecord(value: Readonly<Record<string, unknown>>): boolean {
  return value['type'] === 'transcript' && typeof value['version'] === 'number' && 'callBoundaries' in value;
}

/** What the line says, or what is wrong with it, in words that follow a name of it. */
export function parseTranscriptRecord(value: Readonly<Record<string, unknown>>): RestoredFacts | string {
  const fault = check(value);
  if (fault !== null) return fault;
  const { type: _type, version: _version, messages: _messages, journal: _journal, ...facts } = value;
  // Every field that the type names has been checked.
  return facts as unknown as RestoredFacts;
}

/** The same without what speaks of messages that are not there. */
export function withinHistory(facts: RestoredFacts, historyLength: number): RestoredFacts {
  const { callBoundaries, recorded } = facts;
  const isKnown = (compaction: RecordedFacts['compactions'][number]): boolean =>
    [compaction.index, ...(compaction.effects ?? []).flatMap(({ from, to }) => [from, to])].every(
      (index) => index <= historyLength,
    ) && (compaction.summary ?? -1) < historyLength;
  const boundaries = callBoundaries.filter((length) => length <= historyLength).sort((a, b) => a - b);
  return {
    ...facts,
    callBoundaries: boundaries,
    ...(recorded === undefined ? {} : { recorded: { ...recorded, compactions: recorded.compactions.filter(isKnown) } }),
  };
}
