import type { Message } from '../engine/message';
import { MessageCounter } from '../engine/messageCounter';
import type { ByKind } from '../engine/tokens/contentMix';

/**
 * Counts each message of a history once. A history is replayed whenever a threshold is moved, and counting is most of the
 * cost of a replay.
 */
export class CachingCounter extends MessageCounter {
  readonly #tokens = new WeakMap<Message, number>();
  readonly #shares = new WeakMap<Message, ByKind>();

  override countMessage(message: Message): number {
    return remembered(this.#tokens, message, () => super.countMessage(message));
  }

  override sharesOfMessage(message: Message): ByKind {
    return remembered(this.#shares, message, () => super.sharesOfMessage(message));
  }
}

/** The value known for the message, or a new one, which is known from then on. */
export function remembered<T>(known: WeakMap<Message, T>, message: Message, compute: () => T): T {
  const before = known.get(message);
  if (before !== undefined) return before;
  const value = compute();
  known.set(message, value);
  return value;
}
