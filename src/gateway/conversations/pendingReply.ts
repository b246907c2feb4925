import type { Message } from '../../engine/message';

/** Milliseconds after which a reply that was not sent back yet is written all the same. */
const PATIENCE = 5_000;

/** The newest reply, until the client sends it back or nothing more comes. */
export class PendingReply {
  #message: Message | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @param onOverdue nobody has sent it back in time */
  constructor(private readonly onOverdue: () => void) {}

  /** Takes the place of the one before. */
  note(message: Message): void {
    this.take();
    this.#message = message;
    this.#timer = setTimeout(this.onOverdue, PATIENCE);
    this.#timer.unref();
  }

  /** It is pending no longer; null where none was. */
  take(): Message | null {
    clearTimeout(this.#timer);
    const message = this.#message;
    this.#message = null;
    return message;
  }
}
