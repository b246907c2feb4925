import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProviderError, type ChatStreamEvent } from '../../../src/providers/chatProvider';
import { OpenAiProvider } from '../../../src/providers/openAi';
import { DIALECTS, replyWire } from '../../support/scriptedServer/dialects';
import type { ScriptedMessage } from '../../support/scriptedServer/script';

const request = {
  model: 'm',
  messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'x' }] }],
  tools: [],
} as const;
const body = { model: 'm', messages: [{ role: 'user', content: 'x' }], stream_options: { include_usage: true } };

const reply: fc.Arbitrary<ScriptedMessage> = fc.record(
  {
    kind: fc.constant('message' as const),
    dialect: fc.constantFrom(...DIALECTS),
    text: fc.string({ unit: 'grapheme', maxLength: 40 }),
    reasoning: fc.record({
      field: fc.constant('reasoning' as const),
      text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    }),
    calls: fc
      .array(fc.record({ path: fc.string({ unit: 'grapheme', maxLength: 12 }) }), { maxLength: 3 })
      .map((list) =>
        list.map((value, index) => ({ id: `call_${index}`, name: 'read_file', arguments: JSON.stringify(value) })),
      ),
  },
  { requiredKeys: ['kind', 'dialect', 'text'] },
);

/** What the provider makes of these bytes, in these pieces; `error` for the reason it fails with. */
async function eventsOf(pieces: readonly Uint8Array[]): Promise<{ events: ChatStreamEvent[]; error: string | null }> {
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const headers = { 'content-type': 'text/event-stream' };
  vi.stubGlobal('fetch', async () => new Response(stream, { headers }));
  const provider = new OpenAiProvider({
    id: 'openai',
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: async () => undefined,
  });
  const events: ChatStreamEvent[] = [];
  try {
    for await (const event of provider.stream(request, new AbortController().signal)) events.push(event);
    return { events: joined(events), error: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { events: joined(events), error: error.reason };
  }
}

/** Text in one piece: where it is parted is no matter. */
function joined(events: readonly ChatStreamEvent[]): ChatStreamEvent[] {
  const result: ChatStreamEvent[] = [];
  for (const event of events) {
    const last = result.at(-1);
    if ((event.type === 'text-delta' || event.type === 'thinking-delta') && last?.type === event.type) {
      result[result.length - 1] = { ...event, text: last.text + event.text };
    } else {
      result.push(event);
    }
  }
  return result;
}

function parted(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b);
  return [0, ...places].map((start, index) => bytes.subarray(start, places[index] ?? bytes.length));
}

describe('a streamed reply', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('gives the same events wherever its bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(reply, fc.array(fc.nat(), { maxLength: 12 }), async (message, cuts) => {
        const bytes = new TextEncoder().encode(replyWire(message, body));
        const whole = await eventsOf([bytes]);
        expect(whole.error).toBeNull();
        expect(await eventsOf(parted(bytes, cuts))).toEqual(whole);
      }),
      { numRuns: 150 },
    );
  });

  it('is never taken for whole where its end is missing, and gives no half call', async () => {
    await fc.assert(
      fc.asyncProperty(reply, fc.double({ min: 0, max: 1, noNaN: true }), async (message, share) => {
        const wire = replyWire(message, body);
        const bytes = new TextEncoder().encode(wire);
        // Up to the event that names the reason of the end.
        const end = new TextEncoder().encode(wire.slice(0, wire.search(/"finish_reason":"/))).length;
        const { events, error } = await eventsOf([bytes.subarray(0, Math.floor(share * end))]);
        expect(error).toBe('network');
        expect(events.every(({ type }) => type === 'text-delta' || type === 'thinking-delta')).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
