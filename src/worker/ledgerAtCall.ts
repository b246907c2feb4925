import type { JournalEntry } from '../engine/journal';
import { JournalFold } from '../engine/journalFold';
import { ContextLedger } from '../engine/ledger';
import { MemoryArchive } from '../engine/memoryArchive';
import { replayCalls } from '../engine/replay';
import { recordedTrack } from '../transcripts/recordedTrack';
import type { Transcript } from '../transcripts/transcript';
import { sha256 } from '../models/contentHash';
import type { DeskSession } from './deskSession';
import { Slices } from './slices';
import { WorkerError } from './workerError';

export interface CallSource {
  readonly session: Pick<DeskSession, 'ledger' | 'facts'>;
  /** What was read; null for a session that is still going on. */
  readonly transcript: Transcript | null;
  readonly journal: readonly JournalEntry[];
}

/**
 * History and context as they were when a call of a session was made: of a recording what it says, of a replay the same
 * replay up to there.
 *
 * @param call from 0
 * @throws WorkerError `badParameters` when there was no such call
 */
export async function ledgerAtCall(source: CallSource, call: number): Promise<ContextLedger> {
  const { session, transcript, journal } = source;
  const { track } = session.facts();
  const ledger =
    track === 'replayed'
      ? transcript === null
        ? null
        : await replayedAt(session, transcript, call)
      : transcript === null || transcript.journal !== undefined
        ? await journaledAt(session, journal, call)
        : await recordedAt(session, transcript, call);
  if (ledger === null) throw new WorkerError('badParameters', `There is no call ${String(call + 1)}.`);
  return ledger;
}

/** Runs the engine over the calls up to this one. */
async function replayedAt(
  session: CallSource['session'],
  { messages, callBoundaries }: Transcript,
  call: number,
): Promise<ContextLedger | null> {
  const { ledger: shown } = session;
  const ledger = new ContextLedger(shown.counter);
  ledger.setToolSchemaTokens(shown.toolSchemaTokens);
  ledger.setMemory(shown.memory?.source ?? '');
  const { settings, limits } = session.facts();
  let decisions = 0;
  const options = {
    settings,
    limits,
    archive: new MemoryArchive(sha256),
    nextDecisionId: () => `replay-${String((decisions += 1))}`,
  };
  const slices = new Slices();
  for (const pass of replayCalls({ messages, callBoundaries, ledger, options })) {
    if (pass.call === call) return ledger;
    if (slices.isOver) await slices.next();
  }
  return null;
}

/** The entry of a call follows its reply; what it was rendered from is what stands before that. */
async function journaledAt(
  { ledger: shown }: CallSource['session'],
  journal: readonly JournalEntry[],
  call: number,
): Promise<ContextLedger | null> {
  let seen = -1;
  const end = journal.findIndex((entry) => entry.type === 'call' && (seen += 1) === call);
  const entry = journal[end];
  if (entry?.type !== 'call') return null;
  const fold = new JournalFold(shown.counter);
  fold.setToolSchemaTokens(shown.toolSchemaTokens);
  let length = 0;
  const before = journal.slice(0, end).filter((candidate) => {
    const isLater = candidate.type === 'message' && length >= entry.historyLength;
    if (candidate.type === 'message') length += 1;
    return !isLater;
  });
  const slices = new Slices();
  const steps = fold.foldInSteps(before);
  while (steps.next().done !== true) if (slices.isOver) await slices.next();
  return fold.ledger;
}

async function recordedAt(
  { ledger: shown }: CallSource['session'],
  transcript: Transcript,
  call: number,
): Promise<ContextLedger | null> {
  const fold = new JournalFold(shown.counter);
  fold.setToolSchemaTokens(shown.toolSchemaTokens);
  const slices = new Slices();
  let seen = -1;
  for (const { kind } of recordedTrack(transcript, fold)) {
    if (kind === 'call' && (seen += 1) === call) return fold.ledger;
    if (slices.isOver) await slices.next();
  }
  return null;
}
