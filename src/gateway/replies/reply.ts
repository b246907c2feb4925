import type { Part, Usage } from '../../engine/message';

/** A reply as far as it was understood. */
export interface Reply {
  readonly parts: readonly Part[];
  readonly usage: Usage | null;
  /** The model that answered; null where the reply does not say. */
  readonly model: string | null;
  /** Whether it was cut for its length. */
  readonly finish: 'stop' | 'length' | 'refusal' | 'tool-calls';
  readonly id: string | null;
}

/** Puts a reply together as its events come. Never throws for content. */
export interface ReplyCollector {
  /** One event of a stream, parsed. */
  takeEvent(event: unknown): void;
  /** The whole body of a reply that is no stream. */
  takeBody(body: unknown): void;
  /** Null where no reply came, or not to its end. */
  finish(): Reply | null;
}
