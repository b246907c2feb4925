import type { ContextLedger } from '../../engine/ledger';
import { textOf, toolCallsOf, type Message } from '../../engine/message';

/** What of one message reads otherwise in the context than in the request. */
export interface UnitEdit {
  /** The text of a result; null where it stays. */
  readonly text: string | null;
  /** Whether the images of that result stay behind the text. */
  readonly keepsMedia: boolean;
  /** JSON text of arguments, by position among the calls of the message. */
  readonly arguments: ReadonlyMap<number, string>;
  /** Ids of calls, by position; repeated ones are made unique. */
  readonly callIds: ReadonlyMap<number, string>;
  /** The id that a result answers. */
  readonly answers: string | null;
}

/** Null where the message is sent as it came. @param shown the message as the context has it */
export function unitEdit(ledger: ContextLedger, index: number, shown: Message): UnitEdit | null {
  const original = ledger.message(index);
  const state = ledger.state(index);
  const text = original.role === 'tool' && state.content !== null ? textOf(shown) : null;
  const answers =
    original.role === 'tool' && shown.toolCallId !== original.toolCallId ? (shown.toolCallId ?? '') : null;
  const changedArguments = new Map<number, string>();
  const callIds = new Map<number, string>();
  const shownCalls = toolCallsOf(shown);
  let position = 0;
  original.parts.forEach((part, partIndex) => {
    if (part.type !== 'toolCall') return;
    const held = state.arguments.get(partIndex);
    if (held !== undefined) changedArguments.set(position, held);
    const id = shownCalls[position]?.id;
    if (id !== undefined && id !== part.id) callIds.set(position, id);
    position += 1;
  });
  if (text === null && answers === null && changedArguments.size === 0 && callIds.size === 0) return null;
  return { text, keepsMedia: state.content?.kind === 'cut', arguments: changedArguments, callIds, answers };
}
