import type { Message, Usage } from '../engine/message';

/** What the agent loop needs of a model, whoever serves it. */
export interface ChatProvider {
  readonly id: string;
  /**
   * Streams one reply. The iteration ends after exactly one `finish` event, or throws `ProviderError`; it never throws
   * anything else and never ends silently. Aborting the signal makes it throw reason `cancelled`.
   */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatStreamEvent>;
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ChatRequest {
  readonly model: string;
  /** A valid context as the engine rendered it: system first, calls and results paired. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  /** Tokens. */
  readonly maxOutputTokens?: number;
  /** Tokens of the input as the session counted it, for a provider that has no tokenizer of its own. */
  readonly countedTokens?: number;
}

export type ChatStreamEvent =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'thinking-delta'; readonly text: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly arguments: string }
  | {
      readonly type: 'finish';
      readonly reason: 'stop' | 'tool-calls' | 'length' | 'refusal';
      readonly usage?: Usage;
    };

export type ProviderErrorReason =
  'authentication' | 'rateLimit' | 'contextOverflow' | 'network' | 'refusal' | 'badRequest' | 'server' | 'cancelled';

/** What helps against a failed call, where the reason alone does not tell it. */
export type ProviderHelp = 'selectModel' | 'setApiKey' | 'openSettings' | 'retry';

/** A call that did not end in a reply. The message says what to do and carries no secret. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly reason: ProviderErrorReason,
    message: string,
    readonly details: {
      readonly cause?: unknown;
      /** Milliseconds to wait before another try, where the provider said so. */
      readonly retryAfterMilliseconds?: number;
      /** The window the provider named in an overflow error, tokens. */
      readonly windowTokens?: number;
      /** The input size the provider named in an overflow error, tokens. */
      readonly inputTokens?: number;
      /** Asking again soon would fail in the same way: the credit is used up, no server runs. */
      readonly lasting?: boolean;
      readonly help?: ProviderHelp;
    } = {},
  ) {
    super(message, { cause: details.cause });
  }
}
