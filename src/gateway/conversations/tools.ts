import type { MessageCounter } from '../../engine/messageCounter';
import type { Summarizer } from '../../engine/layer3/summarizer';
import type { ContextLimits } from '../../engine/settings';
import type { Settings } from '../../config/settings';

/** What a conversation needs of the gateway around it. */
export interface ConversationTools {
  /** The settings as they are now. */
  settings(): Settings;
  counterFor(model: string): Promise<MessageCounter>;
  /** Room of a model, as far as it is known by now. */
  limitsOf(model: string): ContextLimits;
  /** Milliseconds since the epoch. */
  now(): number;
  /** What went wrong while a request went on; without secrets. */
  onFailure(words: string): void;
}

/** One request, beside its messages. */
export interface RequestFacts {
  /** Who is asked, by the protocol: `anthropic` or `openai`. */
  readonly provider: string;
  /** The program that asks. */
  readonly client: string;
  /** The profile the client asked for; null for the one of the settings. */
  readonly profile: string | null;
  /** Writes summaries through the same upstream, with the client's own right to ask it. */
  summarizer(model: string): Summarizer;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** What becomes of a request. */
export interface Prepared {
  /** The body to send; null where it goes on byte for byte. */
  readonly body: string | null;
  /** Tokens of the input as it is sent, and as the client sent it. */
  readonly inputTokens: number;
  readonly originalTokens: number;
  /** Tokens taken out anew for this request; null where nothing was. */
  readonly saved: number | null;
}
