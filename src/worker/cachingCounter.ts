import type { Message } from '../engine/message';
import { MessageCounter } from '../engine/messageCounter';

/**
 * Counts each message of a history once. A history is replayed whenever a threshold is moved, and counting is most of the
 * cost of a replay.
 */
export class CachingCounter extends MessageCounter {
  readonly #tokens = new WeakMap<Message, number>();

  override countMessage(message: Message): number {
    const known = this.#tokens.get(message);
    if (known !== undefined) return known;
    const tokens = super.countMessage(message);
    this.#tokens.set(message, tokens);
    return tokens;
  }
}
