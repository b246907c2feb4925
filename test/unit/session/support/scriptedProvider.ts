import type { ChatProvider, ChatRequest, ChatStreamEvent } from '../../../../src/providers/chatProvider';
import { ProviderError } from '../../../../src/providers/chatProvider';

/** One reply: its events, an error to throw, both, or a reply that waits until it is stopped. */
export type ProviderReply =
  | readonly ChatStreamEvent[]
  | ProviderError
  | { readonly events: readonly ChatStreamEvent[]; readonly error: ProviderError }
  | { readonly waitAfter: readonly ChatStreamEvent[] };

/** A provider that answers in order and throws when it is asked more than it was told. */
export class ScriptedProvider implements ChatProvider {
  readonly id = 'scripted';
  readonly requests: ChatRequest[] = [];
  readonly #replies: ProviderReply[];

  constructor(replies: readonly ProviderReply[]) {
    this.#replies = [...replies];
  }

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatStreamEvent> {
    this.requests.push(request);
    const reply = this.#replies.shift();
    if (reply === undefined) throw new Error('The provider was asked once too often.');
    if (reply instanceof ProviderError) throw reply;
    if ('error' in reply) {
      yield* reply.events;
      throw reply.error;
    }
    if (!('waitAfter' in reply)) {
      yield* reply;
      return;
    }
    yield* reply.waitAfter;
    if (!signal.aborted) {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    }
    throw new ProviderError('cancelled', 'The request was stopped.');
  }
}

export function says(text: string): ProviderReply {
  return [
    { type: 'text-delta', text },
    { type: 'finish', reason: 'stop', usage: { inputTokens: 10, outputTokens: 2 } },
  ];
}

export function calls(...list: readonly (readonly [name: string, args: unknown])[]): ProviderReply {
  return [
    ...list.map(([name, args], position): ChatStreamEvent => ({
      type: 'tool-call',
      id: `call-${position}`,
      name,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
    })),
    { type: 'finish', reason: 'tool-calls' },
  ];
}

export function overflow(windowTokens?: number, inputTokens?: number): ProviderError {
  return new ProviderError('contextOverflow', 'too long', {
    ...(windowTokens === undefined ? {} : { windowTokens }),
    ...(inputTokens === undefined ? {} : { inputTokens }),
  });
}
