import type { JournalEntry } from '../../engine/journal';
import { misplacedFault, parseJournalEntry } from '../../engine/journalEntry';
import type { Message } from '../../engine/message';
import { isRecord } from '../jsonValue';
import { mainModel } from '../mainModel';
import { reportFindings } from '../messageFindings';
import { titleFromUser } from '../sessionTitle';
import { TranscriptError, type Transcript } from '../transcript';
import type { ReadContext, TranscriptFormat } from '../transcriptFormat';
import type { TranscriptSource } from '../transcriptSource';

/** Strata's own sessions: the journal, with the decisions as they were taken. */
export const strata: TranscriptFormat = { id: 'strata', label: 'Strata session', detect, read };

function detect(sample: readonly unknown[]): number {
  const header = sample.find(isRecord);
  return header?.['type'] === 'header' && typeof header['version'] === 'number' && 'sessionId' in header ? 1 : 0;
}

async function read(source: TranscriptSource, context: ReadContext): Promise<Transcript> {
  const journal = await readJournal(source, context);
  const messages = journal.flatMap((entry) => (entry.type === 'message' ? [entry.message] : []));
  if (messages.length === 0) throw new TranscriptError('empty', `${source.name} is a session without any message.`);
  reportFindings(messages, context.problems);
  const model = modelOf(journal) ?? mainModel(messages);
  const workspace = journal.find((entry) => entry.type === 'header')?.workspace;
  return {
    format: strata.id,
    title: titleOf(journal, messages) ?? source.name,
    messages,
    callBoundaries: boundariesOf(journal),
    problems: context.problems.all(),
    journal,
    ...(model === undefined ? {} : { model }),
    ...(workspace === undefined ? {} : { workspace }),
  };
}

async function readJournal(source: TranscriptSource, context: ReadContext): Promise<readonly JournalEntry[]> {
  const journal: JournalEntry[] = [];
  let length = 0;
  for await (const items of source.records(context.onProgress)) {
    for (const item of items) {
      if (item.kind === 'problem') {
        context.problems.add(item.problem);
        continue;
      }
      const parsed = parseJournalEntry(item.record);
      const fault = parsed.kind === 'entry' ? misplacedFault(parsed.entry, length) : parsed.fault;
      if (parsed.kind !== 'entry' || fault !== null) {
        context.problems.report('warning', item, `The entry was left out (${fault ?? ''}).`);
        continue;
      }
      if (parsed.entry.type === 'message') length += 1;
      journal.push(parsed.entry);
    }
  }
  return journal;
}

/** A call that was made again after an overflow stands twice over the same history; it is one call. */
function boundariesOf(journal: readonly JournalEntry[]): readonly number[] {
  const lengths = journal.flatMap((entry) => (entry.type === 'call' ? [entry.historyLength] : []));
  return [...new Set(lengths)].sort((a, b) => a - b);
}

function modelOf(journal: readonly JournalEntry[]): string | undefined {
  const entry = journal.findLast((candidate) => candidate.type === 'model' || candidate.type === 'header');
  return entry === undefined || entry.model === '' ? undefined : entry.model;
}

function titleOf(journal: readonly JournalEntry[], messages: readonly Message[]): string | null {
  const entry = journal.findLast((candidate) => candidate.type === 'title' || candidate.type === 'header');
  return entry === undefined || entry.title === '' ? titleFromUser(messages) : entry.title;
}
