import type { Message, SourcePosition } from '../../../engine/message';
import type { RecordedCompaction, RecordedEffect } from '../../transcript';
import type { Mask } from './compareTurns';
import type { Turn } from './recordedTurn';

/** What a recording says of one time the model's context was made smaller. */
export interface RecordingNote {
  kind: string;
  tokensBefore?: number;
  tokensAfter?: number;
  /** Number of turns before it. */
  readonly position: number;
  /** Null where the recording does not say what went. */
  dropped: readonly Turn[] | null;
  masks: readonly Mask[];
  summary: Turn | null;
  readonly source: SourcePosition;
}

/**
 * A note in terms of the messages.
 *
 * @param index of the message it stands before
 */
export function recordedCompaction(
  note: RecordingNote,
  index: number,
  messages: readonly Message[],
): RecordedCompaction {
  const { kind, tokensBefore, tokensAfter, dropped, masks, source } = note;
  const summary = note.summary?.content.message?.synthetic === 'summary' ? note.summary : null;
  return {
    index,
    kind,
    ...(tokensBefore === undefined ? {} : { tokensBefore }),
    ...(tokensAfter === undefined ? {} : { tokensAfter }),
    ...(dropped === null
      ? {}
      : { effects: [...droppedEffects(dropped, summary !== null), ...maskEffects(masks, index, messages)] }),
    ...(summary === null ? {} : { summary: summary.from }),
    source,
  };
}

function droppedEffects(dropped: readonly Turn[], isSummarized: boolean): readonly RecordedEffect[] {
  const fate = isSummarized ? 'summarized' : 'pruned';
  const effects: RecordedEffect[] = [];
  for (const { gone, from, to } of dropped) {
    if (gone || from === to) continue;
    const last = effects.at(-1);
    if (last?.to === from) effects[effects.length - 1] = { ...last, to };
    else effects.push({ from, to, fate });
  }
  return effects;
}

function maskEffects(masks: readonly Mask[], end: number, messages: readonly Message[]): readonly RecordedEffect[] {
  if (masks.length === 0) return [];
  const texts = new Map(masks.map(({ messageId, text }) => [messageId, text]));
  const effects: RecordedEffect[] = [];
  messages.slice(0, end).forEach(({ id }, index) => {
    const text = texts.get(id);
    if (text !== undefined) effects.push({ from: index, to: index + 1, fate: 'compacted', text });
  });
  return effects;
}
