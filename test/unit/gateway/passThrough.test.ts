import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatReply, sendJson, startRawUpstream, type RawUpstream } from '../../support/gateway/rawUpstream';
import { startTestGateway, TOKEN, type TestGateway } from '../../support/gateway/testGateway';

/** Frames as servers really send them: comments, CRLF, a multibyte character, odd spacing. */
const STREAM = [
  ': keep-alive\r\n\r\n',
  'data: {"id":"c1","model":"gpt-4o","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}\n\n',
  'data:  {"id":"c1",  "choices":[{"index":0,"delta":{"content":"h\u00e9llo \ud83d\ude00"},"finish_reason":null}]}\n\n',
  'event: ping\ndata: {}\n\n',
  'data: {"id":"c1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
  'data: [DONE]\n\n',
].join('');

describe('what the gateway passes on', () => {
  let upstream: RawUpstream;
  let gateway: TestGateway;

  beforeEach(async () => {
    upstream = await startRawUpstream(async (request, response) => {
      if (request.url.startsWith('/v1/stream') || request.json['stream'] === true) {
        response.writeHead(200, 'Fine', {
          'content-type': 'text/event-stream',
          'x-request-id': 'r-1',
          'set-cookie': ['a=1', 'b=2'],
        });
        const bytes = Buffer.from(STREAM);
        for (let at = 0; at < bytes.length; at += 7) {
          response.write(bytes.subarray(at, at + 7));
          await new Promise(setImmediate);
        }
        response.end();
      } else if (request.url === '/v1/limited') {
        response.writeHead(429, 'Slow Down', { 'retry-after': '7', 'content-type': 'application/json' });
        response.end('{"error":{"message":"slow"}}');
      } else sendJson(response, chatReply('Hi.'));
    });
    gateway = await startTestGateway({ upstream: `${upstream.origin}/v1` });
  });

  afterEach(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  it('is byte for byte what was sent and answered, where nothing is compressed', async () => {
    const body =
      '{ "model":"gpt-4o", "stream":true,\n "seed": 12345678901234567890, "messages":[{"role":"user","content":"h\\u00e9"}] }';
    const answer = await gateway.post('/v1/chat/completions', body);
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(STREAM);
    expect(answer.status).toBe(200);
    expect(answer.statusText).toBe('Fine');
    expect(answer.headers.get('x-request-id')).toBe('r-1');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(upstream.requests[0]?.body).toBe(body);
  });

  it('takes other paths, methods and queries as they are', async () => {
    await gateway.ask('/v1/files/abc?purpose=a%20b&x=%2F', { method: 'DELETE' });
    await gateway.ask('/v1/messages/count_tokens', {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'anthropic-version': '2023-06-01' },
    });
    expect(upstream.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['DELETE', '/v1/files/abc?purpose=a%20b&x=%2F', ''],
      ['POST', '/v1/messages/count_tokens', '{"a":1}'],
    ]);
    expect(upstream.requests[1]?.headers['x-api-key']).toBe('sk-ant-upstream');
  });

  it('puts the upstream’s key in the place of the token, and leaves a client its own', async () => {
    await gateway.ask('/v1/models');
    const own = { authorization: 'Bearer client-key', 'x-strata-token': TOKEN };
    await fetch(`${gateway.origin}/v1/models`, { headers: own });
    await fetch(`${gateway.origin}/v1/models`, { headers: { 'x-api-key': TOKEN } });
    expect(upstream.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer sk-upstream',
      'Bearer client-key',
      'Bearer sk-upstream',
    ]);
    expect(JSON.stringify(upstream.requests.map(({ headers }) => headers))).not.toContain(TOKEN);
  });

  it('gives errors with status, headers and body unchanged', async () => {
    const answer = await gateway.ask('/v1/limited');
    expect([answer.status, answer.statusText, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      429,
      'Slow Down',
      '7',
      '{"error":{"message":"slow"}}',
    ]);
  });

  it('answers how it is without a token', async () => {
    const answer = await fetch(`${gateway.origin}/healthz`);
    expect(await answer.json()).toEqual({ status: 'ok' });
  });
});
