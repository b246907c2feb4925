import { afterEach, describe, expect, it } from 'vitest';
import type { ChatStreamEvent } from '../../../src/providers/chatProvider';
import { OpenAiProvider } from '../../../src/providers/openAi';
import { OVERFLOW_TEXTS } from '../../../src/providers/overflowErrors';
import { DIALECTS } from '../../support/scriptedServer/dialects';
import {
  AUTHENTICATION_FAILURES,
  LIMIT_FAILURES,
  MODEL_FAILURES,
  type ProviderFailure,
  REFUSALS,
  SERVER_FAILURES,
} from '../../support/scriptedServer/providerErrors';
import { call, contextOverflow, say } from '../../support/scriptedServer/replies';
import type { Dialect, ScriptedReply } from '../../support/scriptedServer/script';
import { startScriptedServer, type ScriptedServer } from '../../support/scriptedServer/scriptedServer';
import { collect, describeChatProvider, failureOfStream, userRequest, type Prepared } from './describeChatProvider';

const twoCalls = [
  { id: 'call_a', name: 'read_file', arguments: '{"path":"a.txt"}' },
  { id: 'call_b', name: 'read_file', arguments: '{"path":"b.txt"}' },
];

function providerAt(baseUrl: string): OpenAiProvider {
  return new OpenAiProvider({ id: 'openai', baseUrl, apiKey: async () => 'sk-test-0123456789abcdef' });
}

function prepared(reply: ScriptedReply): Prepared {
  return async () => {
    const server = await startScriptedServer([reply]);
    return { provider: providerAt(server.url), request: userRequest('hello'), stop: server.stop };
  };
}

/** The text that each server sends where the context does not fit; OpenAI's own where it sends the same. */
const OVERFLOW_PROVIDERS: Partial<Record<Dialect, string>> = {
  azure: 'Azure OpenAI, newer models',
  anthropic: 'Anthropic',
  deepSeek: 'DeepSeek',
  openRouter: 'OpenRouter',
  vllm: 'vLLM, newer, and Bedrock for the models it serves with it',
  llamaCpp: 'llama.cpp',
  lmStudio: 'LM Studio, newer',
};

function overflowOf(dialect: Dialect): ScriptedReply {
  const name = OVERFLOW_PROVIDERS[dialect];
  const message = OVERFLOW_TEXTS.find(({ provider }) => provider === name)?.example;
  if (message === undefined) return contextOverflow(8_000, 9_000);
  return { kind: 'error', status: 400, body: { error: { message, type: 'invalid_request_error' } } };
}

for (const dialect of DIALECTS) {
  describeChatProvider(`openai, as ${dialect} streams`, {
    forText: prepared(say('A reply of several pieces.', { dialect, pause: 1 })),
    forCalls: prepared({ ...call(...twoCalls), dialect } as ScriptedReply),
    forOverflow: prepared(overflowOf(dialect)),
  });
}

describe('the OpenAI provider with the servers there are', () => {
  let server: ScriptedServer;
  afterEach(() => server.stop());
  const start = async (reply: ScriptedReply): Promise<OpenAiProvider> => {
    server = await startScriptedServer([reply]);
    return providerAt(server.url);
  };
  const textOf = (events: readonly ChatStreamEvent[], type: 'text-delta' | 'thinking-delta'): string =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  const fail = async ({ reply }: ProviderFailure) => failureOfStream(collect(await start(reply), userRequest('x')));

  it.each(DIALECTS.filter((dialect) => !['openai', 'azure', 'anthropic'].includes(dialect)))(
    'tells the reasoning of %s apart, once',
    async (dialect) => {
      const reasoning = { field: 'reasoning', text: 'Let me think about it.' } as const;
      const events = await collect(await start(say('The answer.', { dialect, reasoning })), userRequest('x'));
      expect(textOf(events, 'thinking-delta')).toBe('Let me think about it.');
      expect(textOf(events, 'text-delta')).toBe('The answer.');
    },
  );

  it.each(DIALECTS)('understands %s cut into single bytes', async (dialect) => {
    const reply = say('Grüße, 世界 — “ready” 🚀', { dialect, pieceBytes: 1 });
    const events = await collect(await start(reply), userRequest('x'));
    expect(textOf(events, 'text-delta')).toBe('Grüße, 世界 — “ready” 🚀');
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
  });

  it.each(AUTHENTICATION_FAILURES)('$provider: $what is told as a matter of the key', async (failure) => {
    expect(await fail(failure)).toMatchObject({ reason: 'authentication' });
  });

  it.each(LIMIT_FAILURES)('$provider: $what is a limit, with what is known of its end', async (failure) => {
    const { reason, details } = await fail(failure);
    expect(reason).toBe('rateLimit');
    expect(details.retryAfterMilliseconds).toBe(failure.wait);
    expect(details.lasting ?? false).toBe(failure.lasting ?? false);
  });

  it.each(MODEL_FAILURES)('$provider: $what asks for another model', async (failure) => {
    expect(await fail(failure)).toMatchObject({ reason: 'badRequest', details: { help: 'selectModel' } });
  });

  it.each(REFUSALS)('$provider: $what is a refusal', async (failure) => {
    expect((await fail(failure)).reason).toBe('refusal');
  });

  it.each(SERVER_FAILURES)('$provider: $what may pass', async (failure) => {
    const { reason, details } = await fail(failure);
    expect(reason).toBe('server');
    expect(details.lasting).toBeUndefined();
  });

  it('passes on what the provider behind a router says', async () => {
    const failure = LIMIT_FAILURES.find(({ what }) => what === 'a provider behind it');
    expect(failure === undefined ? '' : (await fail(failure)).message).toContain('rate-limited upstream');
  });

  it('passes on the words of a server that puts its error beside nothing', async () => {
    const body = { object: 'error', message: 'The seed must be a number.', type: 'BadRequestError', code: 400 };
    const error = await failureOfStream(collect(await start({ kind: 'error', status: 400, body }), userRequest('x')));
    expect(error.message).toContain('The seed must be a number.');
  });
});
