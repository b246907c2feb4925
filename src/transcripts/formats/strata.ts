import type { JournalEntry } from '../../engine/journal';
import { misplacedFault, parseJournalEntry } from '../../engine/journalEntry';
import type { Message } from '../../engine/message';
import { isRecord } from '../jsonValue';
import type { ReadContext, RecordReader, TranscriptFormat } from '../transcriptFormat';

/** Strata's own sessions: the journal, with the decisions as they were taken. */
export const strata: TranscriptFormat = { id: 'strata', label: 'Strata session', detect, open };

function detect(sample: readonly unknown[]): number {
  const header = sample.find(isRecord);
  return header?.['type'] === 'header' && typeof header['version'] === 'number' && 'sessionId' in header ? 1 : 0;
}

function open({ problems }: ReadContext): RecordReader {
  const journal: JournalEntry[] = [];
  const messages: Message[] = [];
  return {
    add(record, position) {
      const parsed = parseJournalEntry(record);
      const fault = parsed.kind === 'entry' ? misplacedFault(parsed.entry, messages.length) : parsed.fault;
      if (parsed.kind !== 'entry' || fault !== null) {
        problems.report('warning', position, `The entry was left out (${fault ?? ''}).`);
        return;
      }
      if (parsed.entry.type === 'message') messages.push(parsed.entry.message);
      journal.push(parsed.entry);
    },
    finish: () => ({
      title: titleOf(journal),
      messages: [...messages],
      callBoundaries: boundariesOf(journal),
      journal: [...journal],
      model: modelOf(journal),
      workspace: journal.find((entry) => entry.type === 'header')?.workspace ?? null,
    }),
  };
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
