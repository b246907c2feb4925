import type { Decision } from '../engine/decision';
import { JournalFold } from '../engine/journalFold';
import type { MessageCounter } from '../engine/messageCounter';
import { recordedDrafts } from './recordedDrafts';
import type { Transcript } from './transcript';

/** What happened next in a recording: all of it is in the fold when it is told. */
export type RecordedEvent =
  | { readonly kind: 'messages' }
  | { readonly kind: 'decision'; readonly decision: Decision }
  | { readonly kind: 'putBack'; readonly indexes: readonly number[] }
  /** A model call over the history as it is. */
  | { readonly kind: 'call' };

/**
 * A recording as it went, by what its file says: a fold of its messages and of what its agent did to them. The engine
 * decides nothing here.
 */
export function* recordedTrack(
  { messages, callBoundaries, recorded }: Pick<Transcript, 'messages' | 'callBoundaries' | 'recorded'>,
  fold: JournalFold,
): Generator<RecordedEvent, void> {
  const compactions = [...(recorded?.compactions ?? [])].sort((a, b) => a.index - b.index);
  let [nextCompaction, nextCall] = [0, 0];
  for (let length = 0; length <= messages.length; length++) {
    for (; (compactions[nextCompaction]?.index ?? Infinity) <= length; nextCompaction++) {
      const compaction = compactions[nextCompaction];
      if (compaction === undefined) break;
      const { drafts, putBack } = recordedDrafts(compaction, fold.ledger, `recorded-${String(nextCompaction)}`);
      for (const draft of drafts) {
        const decision = fold.ledger.take(draft);
        fold.noteTaken(decision);
        yield { kind: 'decision', decision };
      }
      for (const index of putBack) fold.fold({ type: 'restore', index });
      if (putBack.length > 0) yield { kind: 'putBack', indexes: putBack };
    }
    for (; callBoundaries[nextCall] === length; nextCall++) yield { kind: 'call' };
    const message = messages[length];
    if (message === undefined) return;
    fold.fold({ type: 'message', message });
    yield { kind: 'messages' };
  }
}

/** The whole recording, folded. */
export function foldRecording(transcript: Parameters<typeof recordedTrack>[0], counter: MessageCounter): JournalFold {
  const fold = new JournalFold(counter);
  const events = recordedTrack(transcript, fold);
  while (events.next().done !== true);
  return fold;
}
