import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatProvider, ChatRequest, ChatStreamEvent } from '../../../src/providers/chatProvider';
import { ProviderError } from '../../../src/providers/chatProvider';
import { toolDefinitions, TOOLS } from '../../../src/session/tools/registry';

/** What every provider can be brought to do, whatever stands behind it. */
export interface ProviderHarness {
  /** A request that is answered with text. */
  readonly forText: Prepared;
  /** A request that is answered with two calls: `read_file` of a.txt and of b.txt. */
  readonly forCalls: Prepared;
  /** A request that is refused as too long, with both figures. */
  readonly forOverflow: Prepared;
}

export type Prepared = () => Promise<{
  readonly provider: ChatProvider;
  readonly request: ChatRequest;
  readonly stop: () => Promise<void>;
}>;

export function userRequest(text: string): ChatRequest {
  return {
    model: 'gpt-4o',
    messages: [
      { id: 's', role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      { id: 'u', role: 'user', parts: [{ type: 'text', text }] },
    ],
    tools: toolDefinitions(TOOLS),
  };
}

export async function collect(
  provider: ChatProvider,
  request: ChatRequest,
  signal = new AbortController().signal,
): Promise<ChatStreamEvent[]> {
  const events: ChatStreamEvent[] = [];
  for await (const event of provider.stream(request, signal)) events.push(event);
  return events;
}

export async function failureOfStream(run: Promise<unknown>): Promise<ProviderError> {
  try {
    await run;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error('The stream did not fail.');
}

/** The contract of `ChatProvider`, for each of its kinds. */
export function describeChatProvider(
  name: string,
  harness: ProviderHarness,
  { reportsUsage = true }: { readonly reportsUsage?: boolean } = {},
): void {
  describe(`the contract of a provider: ${name}`, () => {
    let stops: (() => Promise<void>)[];
    beforeEach(() => {
      stops = [];
    });
    afterEach(async () => {
      for (const stop of stops) await stop();
    });
    const prepare = async (prepared: Prepared) => {
      const result = await prepared();
      stops.push(result.stop);
      return result;
    };

    it('streams text and ends with exactly one finish, with usage where there is any', async () => {
      const { provider, request } = await prepare(harness.forText);
      const events = await collect(provider, request);
      const finishes = events.filter((event) => event.type === 'finish');
      expect(finishes).toHaveLength(1);
      expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
      if (reportsUsage) expect(finishes[0]?.usage?.inputTokens).toBeGreaterThan(0);
      else expect(finishes[0]?.usage).toBeUndefined();
      expect(events.filter((event) => event.type === 'text-delta').length).toBeGreaterThan(1);
    });

    it('gives parallel calls whole, in order, with ids of their own', async () => {
      const { provider, request } = await prepare(harness.forCalls);
      const events = await collect(provider, request);
      const calls = events.filter((event) => event.type === 'tool-call');
      expect(calls.map((call) => [call.name, JSON.parse(call.arguments) as unknown])).toEqual([
        ['read_file', { path: 'a.txt' }],
        ['read_file', { path: 'b.txt' }],
      ]);
      expect(new Set(calls.map((call) => call.id)).size).toBe(2);
      expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'tool-calls' });
    });

    it('names both figures when the request is too long', async () => {
      const { provider, request } = await prepare(harness.forOverflow);
      const error = await failureOfStream(collect(provider, request));
      expect(error.reason).toBe('contextOverflow');
      expect(error.details.windowTokens).toBeGreaterThan(0);
      expect(error.details.inputTokens).toBeGreaterThan(error.details.windowTokens ?? 0);
    });

    it('is cancelled before it begins', async () => {
      const { provider, request } = await prepare(harness.forText);
      const error = await failureOfStream(collect(provider, request, AbortSignal.abort()));
      expect(error.reason).toBe('cancelled');
    });

    it('is cancelled in the middle', async () => {
      const { provider, request } = await prepare(harness.forText);
      const abort = new AbortController();
      const read = async (): Promise<void> => {
        for await (const event of provider.stream(request, abort.signal)) {
          if (event.type === 'text-delta') abort.abort();
        }
      };
      expect((await failureOfStream(read())).reason).toBe('cancelled');
    });
  });
}
