import type { JournalEntry } from '../../engine/journal';
import type { ContextLedger } from '../../engine/ledger';
import type { Message } from '../../engine/message';
import type { ModelPrices } from '../../models/modelPrices';
import type { ReplayableHistory } from './replayableHistory';

/** Pinned messages as a replay takes them: each is counted and read once. */
const pinnedCopies = new WeakMap<Message, Message>();

/**
 * What was said in a session of ours, for a replay. What is pinned now is pinned from the start; what the user compacted,
 * undid or put back by hand is no part of it.
 */
export function journalHistory(
  entries: readonly JournalEntry[],
  ledger: ContextLedger,
  prices: ModelPrices | null,
): ReplayableHistory {
  const messages = Array.from({ length: ledger.length }, (_, index) => withPin(ledger, index));
  // A call that was made again after an overflow stands twice over the same history; it is one call.
  const lengths = new Set(entries.flatMap((entry) => (entry.type === 'call' ? [entry.historyLength] : [])));
  const callBoundaries = [...lengths].filter((length) => length <= messages.length).sort((a, b) => a - b);
  return { messages, callBoundaries, memory: ledger.memory?.source ?? '', prices };
}

function withPin(ledger: ContextLedger, index: number): Message {
  const message = ledger.message(index);
  const { pinned } = ledger.state(index);
  if (pinned === (message.pinned === true)) return message;
  const known = pinnedCopies.get(message);
  if (known?.pinned === pinned) return known;
  const copy = { ...message, pinned };
  pinnedCopies.set(message, copy);
  return copy;
}
