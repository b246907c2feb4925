import type { JournalEntry } from '../../engine/journal';
import { misplacedFault, parseJournalEntry } from '../../engine/journalEntry';
import type { Message } from '../../engine/message';
import { isRecord } from '../../wire/jsonValue';
import { isTranscriptRecord, parseTranscriptRecord, withinHistory, type RestoredFacts } from '../transcriptRecord';
import type { HoldPart, ReadContext, RecordReader, TranscriptFormat } from '../transcriptFormat';

/**
 * Strata's own sessions: the journal, with the decisions as they were taken. An export of another agent's session holds
 * its messages as entries, behind a line with all else its reader knew.
 */
export const strata: TranscriptFormat = { id: 'strata', label: 'Strata session', detect, open };

function detect(sample: readonly unknown[]): number {
  const header = sample.find(isRecord);
  if (header !== undefined && isTranscriptRecord(header)) return 1;
  return header?.['type'] === 'header' && typeof header['version'] === 'number' && 'sessionId' in header ? 1 : 0;
}

function open({ problems, hold }: ReadContext): RecordReader {
  const journal: JournalEntry[] = [];
  const messages: Message[] = [];
  let facts: RestoredFacts | null = null;
  return {
    add(record, position) {
      if (isRecord(record) && record['type'] === 'replayed') return;
      if (isRecord(record) && isTranscriptRecord(record)) {
        const read = parseTranscriptRecord(record);
        if (typeof read === 'string') problems.report('warning', position, `What was known of the session: ${read}.`);
        else facts = read;
        return;
      }
      const parsed = parseJournalEntry(record);
      const fault = parsed.kind === 'entry' ? misplacedFault(parsed.entry, messages.length) : parsed.fault;
      if (parsed.kind !== 'entry' || fault !== null) {
        problems.report('warning', position, `The entry was left out (${fault ?? ''}).`);
        return;
      }
      const entry = hold === null ? parsed.entry : heldEntry(parsed.entry, hold);
      if (entry.type === 'message') messages.push(entry.message);
      journal.push(entry);
    },
    finish: () => ({
      title: titleOf(journal),
      messages: [...messages],
      callBoundaries: boundariesOf(journal),
      ...(journal.every(({ type }) => type === 'message') ? {} : { journal: [...journal] }),
      model: modelOf(journal),
      workspace: journal.find((entry) => entry.type === 'header')?.workspace ?? null,
      ...(facts === null ? {} : { restored: withinHistory(facts, messages.length), mayBeEmpty: true }),
    }),
  };
}

function heldEntry(entry: JournalEntry, hold: HoldPart): JournalEntry {
  if (entry.type !== 'message') return entry;
  const { message } = entry;
  return { ...entry, message: { ...message, parts: message.parts.map(hold) } };
}

/** A call that was made again after an overflow stands twice over the same history; it is one call. */
function boundariesOf(journal: readonly JournalEntry[]): readonly number[] {
  const lengths = journal.flatMap((entry) => (entry.type === 'call' ? [entry.historyLength] : []));
  return [...new Set(lengths)].sort((a, b) => a - b);
}

function modelOf(journal: readonly JournalEntry[]): string | null {
  const entry = journal.findLast((candidate) => candidate.type === 'model' || candidate.type === 'header');
  return entry === undefined || entry.model === '' ? null : entry.model;
}

/** Null where nobody gave it one. */
function titleOf(journal: readonly JournalEntry[]): string | null {
  const entry = journal.findLast((candidate) => candidate.type === 'title' || candidate.type === 'header');
  return entry === undefined || entry.title === '' ? null : entry.title;
}
