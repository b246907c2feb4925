import { afterEach, describe, expect, it } from 'vitest';
import type { ChatStreamEvent } from '../../../src/providers/chatProvider';
import { OpenAiProvider } from '../../../src/providers/openAi';
import { call, contextOverflow, rateLimited, say, serverError, wrongKey } from '../../support/scriptedServer/replies';
import type { CallStyle, Script, ScriptedReply } from '../../support/scriptedServer/script';
import type { ScriptedServer } from '../../support/scriptedServer/scriptedServer';
import { startScriptedServer } from '../../support/scriptedServer/scriptedServer';
import type { Prepared } from './describeChatProvider';
import { collect, describeChatProvider, failureOfStream, userRequest } from './describeChatProvider';

const KEY = 'sk-test-0123456789abcdef';

function providerFor(server: ScriptedServer, more: Partial<ConstructorParameters<typeof OpenAiProvider>[0]> = {}) {
  return new OpenAiProvider({ id: 'openai', baseUrl: server.url, apiKey: async () => KEY, ...more });
}

const twoCalls = [
  { id: 'call_a', name: 'read_file', arguments: '{"path":"a.txt"}' },
  { id: 'call_b', name: 'read_file', arguments: '{"path":"b.txt"}' },
];

function prepared(reply: ScriptedReply): Prepared {
  return async () => {
    const server = await startScriptedServer([reply]);
    return { provider: providerFor(server), request: userRequest('hello'), stop: server.stop };
  };
}

describeChatProvider('openai', {
  forText: prepared(say('A reply of several pieces.', { pause: 1 })),
  forCalls: prepared(call(...twoCalls)),
  forOverflow: prepared(contextOverflow(8_000, 9_000)),
});

describe('the OpenAI provider', () => {
  let server: ScriptedServer;
  afterEach(() => server.stop());

  const start = async (script: Script): Promise<void> => {
    server = await startScriptedServer(script);
  };
  const textOf = (events: readonly ChatStreamEvent[], type: 'text-delta' | 'thinking-delta'): string =>
    events.map((event) => (event.type === type ? event.text : '')).join('');

  const styles: readonly CallStyle[] = [
    'pieces',
    'interleaved',
    'whole',
    'wholeWithoutIndex',
    'sameIndex',
    'piecesWithoutIndex',
    'repeated',
    'objectWithoutId',
  ];
  it.each(styles)('puts calls together that are sent as: %s', async (callStyle) => {
    // A server that says `stop` although it calls tools is part of every case but the first.
    await start([
      { kind: 'message', calls: twoCalls, callStyle, ...(callStyle === 'pieces' ? {} : { finishReason: 'stop' }) },
    ]);
    const events = await collect(providerFor(server), userRequest('hello'));
    const calls = events.filter((event) => event.type === 'tool-call');
    expect(calls.map((one) => [one.name, JSON.parse(one.arguments) as unknown])).toEqual([
      ['read_file', { path: 'a.txt' }],
      ['read_file', { path: 'b.txt' }],
    ]);
    expect(new Set(calls.map((one) => one.id)).size).toBe(2);
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'tool-calls' });
  });

  it.each(['reasoning_content', 'reasoning'] as const)('tells reasoning in %s apart from text', async (field) => {
    await start([say('The answer.', { reasoning: { field, text: 'Let me think about it.' } })]);
    const events = await collect(providerFor(server), userRequest('hello'));
    expect(textOf(events, 'thinking-delta')).toBe('Let me think about it.');
    expect(textOf(events, 'text-delta')).toBe('The answer.');
  });

  it('reads usage with the cached part, as OpenAI and as DeepSeek name it', async () => {
    await start([
      say('a', { usage: { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 80 } } }),
      say('b', { usage: { prompt_tokens: 90, completion_tokens: 6, prompt_cache_hit_tokens: 70 } }),
    ]);
    const provider = providerFor(server);
    expect((await collect(provider, userRequest('x'))).at(-1)).toMatchObject({
      usage: { inputTokens: 100, cachedInputTokens: 80, outputTokens: 5 },
    });
    expect((await collect(provider, userRequest('x'))).at(-1)).toMatchObject({
      usage: { inputTokens: 90, cachedInputTokens: 70, outputTokens: 6 },
    });
  });

  it.each([
    ['length', 'length'],
    ['content_filter', 'refusal'],
  ])('finish reason %s is %s', async (finishReason, reason) => {
    await start([say('part', { finishReason })]);
    expect((await collect(providerFor(server), userRequest('x'))).at(-1)).toMatchObject({ type: 'finish', reason });
  });

  it('sends the key as a header and nowhere else, and none when there is none', async () => {
    await start([say('a')]);
    await collect(providerFor(server), userRequest('x'));
    await collect(providerFor(server, { apiKey: async () => undefined }), userRequest('x'));
    expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
    expect(server.requests[1]?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain(KEY);
  });

  it('keeps the key out of the error when the server repeats it', async () => {
    await start([wrongKey(KEY)]);
    const error = await failureOfStream(collect(providerFor(server), userRequest('x')));
    expect(error.reason).toBe('authentication');
    expect(`${error.message}${error.stack}${String(error.cause)}`).not.toContain(KEY);
  });

  it('keeps a key that is no header out of the error', async () => {
    await start([say('a')]);
    const key = `${KEY}\nwith a line break`;
    const error = await failureOfStream(collect(providerFor(server, { apiKey: async () => key }), userRequest('x')));
    expect(`${error.message}${error.stack}${String(error.cause)}`).not.toContain(KEY);
  });

  it.each([
    ['a rate limit', rateLimited(0.01)],
    ['a server error', serverError()],
    ['an overflow', contextOverflow(100, 200)],
  ])('asks once and leaves it to others to ask again after %s', async (_name, reply) => {
    await start([reply]);
    await failureOfStream(collect(providerFor(server), userRequest('x')));
    expect(server.requests).toHaveLength(1);
  });

  it('tells how long a rate limit lasts', async () => {
    await start([rateLimited(3)]);
    const error = await failureOfStream(collect(providerFor(server), userRequest('x')));
    expect(error).toMatchObject({ reason: 'rateLimit', details: { retryAfterMilliseconds: 3000 } });
  });

  it.each([true, false])('never takes a broken stream for a reply (ended cleanly: %s)', async (clean) => {
    await start([{ kind: 'cut', text: 'half of an answ', clean }]);
    const error = await failureOfStream(collect(providerFor(server), userRequest('x')));
    expect(error.reason).toBe('network');
  });

  it('reports an error inside the stream', async () => {
    await start([{ kind: 'streamError', text: 'it began', error: { code: 429, message: 'upstream is busy' } }]);
    const error = await failureOfStream(collect(providerFor(server), userRequest('x')));
    expect(error.reason).toBe('rateLimit');
    expect(error.message).toContain('upstream is busy');
  });

  it('stops at once while the server hangs', async () => {
    await start([{ kind: 'hang' }]);
    const abort = new AbortController();
    const failing = failureOfStream(collect(providerFor(server), userRequest('x'), abort.signal));
    setTimeout(() => abort.abort(), 30);
    expect((await failing).reason).toBe('cancelled');
  });

  it('gives up a server that says nothing for too long', async () => {
    await start([{ kind: 'hang' }]);
    const error = await failureOfStream(collect(providerFor(server, { idleMilliseconds: 40 }), userRequest('x')));
    expect(error.reason).toBe('network');
    expect(error.message).toContain('did not answer in time');
  });

  it('says that nothing answers', async () => {
    await start([say('x')]);
    const provider = providerFor(server);
    await server.stop();
    const error = await failureOfStream(collect(provider, userRequest('x')));
    expect(error.message).toContain('Nothing answers at http://127.0.0.1');
  });

  it('leaves out a parameter the server does not know, once and for all', async () => {
    const refusal = {
      error: { message: 'Unrecognized request argument supplied: stream_options', type: 'invalid_request_error' },
    };
    await start((request) =>
      request.body.stream_options === undefined ? say('fine') : { kind: 'error', status: 400, body: refusal },
    );
    const provider = providerFor(server);
    await collect(provider, userRequest('x'));
    await collect(provider, userRequest('x'));
    expect(server.requests.map(({ body }) => body.stream_options !== undefined)).toEqual([true, false, false]);
  });

  it('names the output limit as the server wants it', async () => {
    const refusal = {
      error: {
        message:
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        param: 'max_tokens',
        code: 'unsupported_parameter',
      },
    };
    await start((request) =>
      'max_tokens' in request.body ? { kind: 'error', status: 400, body: refusal } : say('fine'),
    );
    await collect(providerFor(server), { ...userRequest('x'), maxOutputTokens: 50 });
    expect(server.requests.at(-1)?.body['max_completion_tokens']).toBe(50);
  });

  it('ends the request when its reader goes away', async () => {
    await start([say('word '.repeat(400), { pause: 1 })]);
    for await (const event of providerFor(server).stream(userRequest('x'), new AbortController().signal)) {
      if (event.type === 'text-delta') break;
    }
    expect(server.requests).toHaveLength(1);
  });
});
