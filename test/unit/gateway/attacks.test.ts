import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatReply, sendJson, startRawUpstream, type RawUpstream } from '../../support/gateway/rawUpstream';
import { startTestGateway, TOKEN, type TestGateway } from '../../support/gateway/testGateway';

describe('attacks on the gateway', () => {
  let upstream: RawUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startRawUpstream((_request, response) => sendJson(response, chatReply('Hi.')));
    gateway = await startTestGateway({ upstream: `${upstream.origin}/v1` });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  /** Sends bytes as they are; resolves with what came back until the connection ended. */
  const raw = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(answer));
      socket.setTimeout(2_000, () => socket.destroy());
    });
  const status = (answer: string): number => Number(answer.split(' ', 2)[1]);
  const head = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
  const authorized = `Authorization: Bearer ${TOKEN}`;

  const heads: readonly (readonly [what: string, expected: number, lines: readonly string[]])[] = [
    ['no token', 401, ['GET /v1/models HTTP/1.1', 'Host: 127.0.0.1']],
    ['a wrong token', 401, ['GET /v1/models HTTP/1.1', 'Host: localhost', 'Authorization: Bearer another-token']],
    [
      'a wrong token beside a right one',
      401,
      ['GET /v1/models HTTP/1.1', 'Host: localhost', authorized, 'X-Strata-Token: no'],
    ],
    ['no token for the figures', 401, ['GET /api/v1/compression/stats HTTP/1.1', 'Host: localhost']],
    ['a name bound to this machine anew', 403, ['GET /v1/models HTTP/1.1', 'Host: evil.example', authorized]],
    [
      'a name that begins like this machine',
      403,
      ['GET /v1/models HTTP/1.1', 'Host: localhost.evil.example', authorized],
    ],
    ['a foreign port', 403, ['GET /v1/models HTTP/1.1', 'Host: 127.0.0.1:1', authorized]],
    ['a page of the web', 403, ['GET /healthz HTTP/1.1', 'Host: localhost', 'Origin: https://evil.example']],
    [
      'a page without an origin',
      403,
      ['GET /v1/models HTTP/1.1', 'Host: localhost', 'Sec-Fetch-Site: cross-site', authorized],
    ],
    ['a question before a page’s request', 403, ['OPTIONS /v1/models HTTP/1.1', 'Host: localhost', 'Origin: null']],
    ['a way up', 400, ['GET /v1/../api/v1/compression/stats HTTP/1.1', 'Host: localhost', authorized]],
    ['an encoded way up', 400, ['GET /v1/%2e%2e/admin HTTP/1.1', 'Host: localhost', authorized]],
    ['an encoded slash', 400, ['GET /v1/a%2f..%2fb HTTP/1.1', 'Host: localhost', authorized]],
    [
      'another server as the target',
      400,
      ['GET http://evil.example/v1/models HTTP/1.1', 'Host: localhost', authorized],
    ],
    ['another server by two slashes', 400, ['GET //evil.example/v1 HTTP/1.1', 'Host: localhost', authorized]],
    ['a path the gateway does not serve', 404, ['GET /admin HTTP/1.1', 'Host: localhost', authorized]],
    [
      'two lengths',
      400,
      ['POST /v1/x HTTP/1.1', 'Host: localhost', authorized, 'Content-Length: 1', 'Content-Length: 2'],
    ],
    [
      'a length beside chunks',
      400,
      ['POST /v1/x HTTP/1.1', 'Host: localhost', authorized, 'Content-Length: 4', 'Transfer-Encoding: chunked'],
    ],
    [
      'chunks by another name',
      400,
      ['POST /v1/x HTTP/1.1', 'Host: localhost', authorized, 'Transfer-Encoding: xchunked'],
    ],
    ['a header inside a header', 400, ['GET /v1/x HTTP/1.1', 'Host: localhost', authorized, 'X-A: a\rX-B: b']],
    ['a head without an end', 431, ['GET /v1/x HTTP/1.1', 'Host: localhost', authorized, `X-A: ${'a'.repeat(70_000)}`]],
    [
      'a body that is too large by its own word',
      413,
      ['POST /v1/chat/completions HTTP/1.1', 'Host: localhost', authorized, 'Content-Length: 999999999999'],
    ],
  ];

  it.each(heads)('refuses %s', async (_what, expected, lines) => {
    const before = upstream.requests.length;
    const answer = await raw(head([...lines, 'Connection: close']));
    expect(status(answer)).toBe(expected);
    expect(upstream.requests).toHaveLength(before);
    expect(answer.toLowerCase()).not.toContain('access-control-allow');
  });

  it('answers a second request in one connection as a request of its own', async () => {
    const smuggled = head(['POST /v1/chat/completions HTTP/1.1', 'Host: localhost', authorized, 'Content-Length: 2']);
    const answer = await raw(
      `${smuggled}{}${head(['GET /v1/secret HTTP/1.1', 'Host: localhost', 'Connection: close'])}`,
    );
    expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
  });

  it('passes no header of the gateway on, and none that is meant for the next neighbour only', async () => {
    await raw(
      head([
        'GET /v1/x HTTP/1.1',
        'Host: localhost',
        authorized,
        'X-Hop: 1',
        'Connection: close, X-Hop',
        'Proxy-Authorization: Basic x',
      ]),
    );
    const headers = upstream.requests.at(-1)?.headers ?? {};
    expect(headers).not.toHaveProperty('x-hop');
    expect(headers).not.toHaveProperty('proxy-authorization');
    expect(headers.host).toBe(new URL(upstream.origin).host);
  });

  it('tells of refused requests without what was secret in them', async () => {
    await raw(
      head([
        'GET /v1/models HTTP/1.1',
        'Host: localhost',
        'Authorization: Bearer sk-somebodys-key',
        'Connection: close',
      ]),
    );
    expect(gateway.problems.join('\n')).toContain('its token is wrong or missing');
    expect(gateway.problems.join('\n')).not.toMatch(/sk-|token-for-tests/);
  });
});
