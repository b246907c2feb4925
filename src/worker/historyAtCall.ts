import type { JournalEntry, ModelEntry } from '../engine/journal';
import { JournalFold } from '../engine/journalFold';
import { ContextLedger } from '../engine/ledger';
import { recordedTrack } from '../transcripts/recordedTrack';
import type { Transcript } from '../transcripts/transcript';
import { t } from '../l10n/text';
import type { DeskSession } from './deskSession';
import { DecisionLog } from './readModel/decisionLog';
import { Slices } from './slices';
import { WorkerError } from './workerError';

export interface CallSource {
  readonly session: Pick<DeskSession, 'ledger' | 'facts' | 'readModel'>;
  /** What was read; null for a session that is still going on. */
  readonly transcript: Transcript | null;
  /** Its entries as they are now; none for another agent's session. */
  readonly journal: () => readonly JournalEntry[];
}

/** A session up to one of its calls. */
export interface HistoryAtCall {
  readonly ledger: ContextLedger;
  /** The decisions taken by then, as they held then. */
  readonly log: DecisionLog;
  /** Messages put back since the call before, by index. */
  readonly putBack: readonly number[];
  /** The model in force, where a session may have had several; else null. */
  readonly model: Omit<ModelEntry, 'type'> | null;
}

/**
 * History and context as they were when a call of a session was made: of a recording what it says, of a replay what it
 * decided up to there. It costs what folding the history up to there costs.
 *
 * @param call from 0
 * @throws WorkerError `badParameters` when there was no such call
 */
export async function historyAtCall(source: CallSource, call: number): Promise<HistoryAtCall> {
  const { session, transcript, journal } = source;
  const history =
    session.facts().track === 'replayed'
      ? await replayedAt(session, call)
      : transcript === null || transcript.journal !== undefined
        ? await journaledAt(session, journal(), call)
        : await recordedAt(session, transcript, call);
  if (history === null) throw new WorkerError('badParameters', t('There is no call {0}.', call + 1));
  return history;
}

type Session = CallSource['session'];

/** Nothing of a replay is ever taken back: what it decided up to the call is applied again, in its place. */
async function replayedAt({ ledger: shown, readModel }: Session, call: number): Promise<HistoryAtCall | null> {
  const made = readModel.calls.at(call);
  if (made === undefined) return null;
  const ledger = new ContextLedger(shown.counter);
  ledger.setToolSchemaTokens(shown.toolSchemaTokens);
  ledger.setMemory(shown.memory?.source ?? '');
  const log = new DecisionLog();
  const taken = readModel.source.log;
  const slices = new Slices();
  const appendTo = async (length: number): Promise<void> => {
    while (ledger.length < length) {
      ledger.append(shown.message(ledger.length));
      if (slices.isOver) await slices.next();
    }
  };
  for (let place = 0; place < taken.length; place++) {
    const entry = taken.at(place);
    if (entry.call === null || entry.call > call) break;
    await appendTo(entry.position);
    ledger.apply(entry.decision);
    log.add(entry);
  }
  await appendTo(made.historyLength);
  return { ledger, log, putBack: [], model: null };
}

/** The entry of a call follows its reply; what it was rendered from is what stands before that. */
async function journaledAt(
  { ledger: shown, readModel }: Session,
  journal: readonly JournalEntry[],
  call: number,
): Promise<HistoryAtCall | null> {
  const { end, before, previousEnd } = entriesUpTo(journal, call);
  const entry = journal[end];
  if (entry?.type !== 'call') return null;
  const fold = new JournalFold(shown.counter);
  fold.setToolSchemaTokens(shown.toolSchemaTokens);
  const slices = new Slices();
  const steps = fold.foldInSteps(before.map(({ entry: folded }) => folded));
  while (steps.next().done !== true) if (slices.isOver) await slices.next();
  const log = new DecisionLog();
  const putBack: number[] = [];
  for (const { entry: folded, position } of before) {
    if (folded.type === 'decision') {
      const place = readModel.source.log.placeOf(folded.decision.id);
      if (place !== null) log.add(readModel.source.log.at(place));
    } else if (folded.type === 'undo' || folded.type === 'restore') {
      const indexes = fold.putBackBy(folded);
      if (folded.type === 'undo') log.markUndone(folded.decisionId);
      log.markPutBack(indexes);
      if (position > previousEnd) putBack.push(...indexes);
    }
  }
  return { ledger: fold.ledger, log, putBack, model: fold.model };
}

interface EntriesUpTo {
  /** Position of the call's entry in the journal; -1 without such a call. */
  readonly end: number;
  /** Position of the entry of the call before; -1 without one. */
  readonly previousEnd: number;
  readonly before: readonly { readonly entry: JournalEntry; readonly position: number }[];
}

function entriesUpTo(journal: readonly JournalEntry[], call: number): EntriesUpTo {
  let [seen, end, previousEnd] = [-1, -1, -1];
  for (const [position, { type }] of journal.entries()) {
    if (type !== 'call') continue;
    seen += 1;
    if (seen === call - 1) previousEnd = position;
    if (seen < call) continue;
    end = position;
    break;
  }
  const entry = journal[end];
  const before: { readonly entry: JournalEntry; readonly position: number }[] = [];
  let length = 0;
  for (const [position, candidate] of journal.slice(0, Math.max(0, end)).entries()) {
    const isLater = candidate.type === 'message' && entry?.type === 'call' && length >= entry.historyLength;
    if (candidate.type === 'message') length += 1;
    if (!isLater) before.push({ entry: candidate, position });
  }
  return { end, previousEnd, before };
}

async function recordedAt(
  { ledger: shown, readModel }: Session,
  transcript: Transcript,
  call: number,
): Promise<HistoryAtCall | null> {
  const fold = new JournalFold(shown.counter);
  fold.setToolSchemaTokens(shown.toolSchemaTokens);
  const log = new DecisionLog();
  const taken = readModel.source.log;
  let putBack: number[] = [];
  const slices = new Slices();
  let seen = -1;
  for (const event of recordedTrack(transcript, fold)) {
    switch (event.kind) {
      case 'messages':
        break;
      case 'decision': {
        // The same recording is told in the same order: what is known of the decision stands at the same place.
        if (log.length < taken.length) log.add({ ...taken.at(log.length), decision: event.decision });
        break;
      }
      case 'putBack':
        log.markPutBack(event.indexes);
        putBack.push(...event.indexes);
        break;
      case 'call':
        seen += 1;
        if (seen === call) return { ledger: fold.ledger, log, putBack, model: null };
        putBack = [];
        break;
    }
    if (slices.isOver) await slices.next();
  }
  return null;
}
