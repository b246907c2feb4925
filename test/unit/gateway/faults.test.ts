import { request as httpRequest } from 'node:http';
import { chmod } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { chatReply, sendJson, startRawUpstream, type RawUpstream } from '../../support/gateway/rawUpstream';
import { startTestGateway, TOKEN, type TestGateway } from '../../support/gateway/testGateway';

const QUESTION = { model: 'gpt-4o', stream: true, messages: [{ role: 'user', content: 'Hi.' }] };

describe('faults around the gateway', () => {
  let upstream: RawUpstream | null = null;
  let gateway: TestGateway | null = null;

  const start = async (answer: Parameters<typeof startRawUpstream>[0]): Promise<TestGateway> => {
    upstream = await startRawUpstream(answer);
    gateway = await startTestGateway({ upstream: `${upstream.origin}/v1` });
    return gateway;
  };

  afterEach(async () => {
    await gateway?.stop();
    await upstream?.stop();
    [gateway, upstream] = [null, null];
  });

  it('answers 502 in words when the upstream is dead', async () => {
    const served = await start(() => undefined);
    await upstream?.stop();
    const answer = await served.post('/v1/chat/completions', QUESTION);
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain('could not reach 127.0.0.1');
  });

  it('lets a stream break off where the upstream’s does', async () => {
    const served = await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"half"}}]}\n\n', () => response.destroy());
    });
    const answer = await served.post('/v1/chat/completions', QUESTION);
    await expect(answer.text()).rejects.toThrow();
    expect(served.problems.join()).toContain('broke off');
  });

  it('passes on what is no stream of events', async () => {
    const broken = 'data: {nonsense\n\n\0\u00ff data';
    const served = await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(broken);
    });
    expect(await (await served.post('/v1/chat/completions', QUESTION)).text()).toBe(broken);
  });

  it.each([400, 401, 429, 500, 529])('passes on a status of %i with its body', async (status) => {
    const served = await start((_request, response) =>
      sendJson(response, `{"error":{"message":"status ${String(status)}"}}`, status),
    );
    const answer = await served.post('/v1/chat/completions', QUESTION);
    expect([answer.status, await answer.text()]).toEqual([status, `{"error":{"message":"status ${String(status)}"}}`]);
    expect(upstream?.requests).toHaveLength(1);
  });

  it('ends the request to the upstream when the client is gone', async () => {
    let ended: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (ended = resolve));
    const served = await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {}\n\n');
      response.once('close', ended);
    });
    const client = httpRequest(`${served.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    });
    client.on('error', () => undefined);
    client.on('response', (response) => response.once('data', () => client.destroy()));
    client.end(JSON.stringify(QUESTION));
    await closed;
    expect(served.problems).toEqual([]);
  });

  it.each(['{"model":', '[]', '{"messages":"none"}', '{"model":1,"messages":[1]}', '\u0000'])(
    'lets the upstream say what is wrong with the body %j',
    async (body) => {
      const served = await start((_request, response) => sendJson(response, '{"error":{}}', 400));
      expect((await served.post('/v1/chat/completions', body)).status).toBe(400);
      expect(upstream?.requests[0]?.body).toBe(body);
    },
  );

  it.skipIf(process.getuid?.() === 0)('goes on uncompressed when nothing can be written', async () => {
    const served = await start((_request, response) => sendJson(response, chatReply('Done.')));
    await chmod(served.folder, 0o500);
    const body = JSON.stringify({
      model: 'gpt-4',
      tools: [{ type: 'function', function: { name: 'read' } }],
      messages: toolLoop(40),
    });
    const answer = await served.post('/v1/chat/completions', body);
    await chmod(served.folder, 0o700);
    expect(answer.status).toBe(200);
    expect(upstream?.requests[0]?.body).toBe(body);
    expect(served.problems.join()).toContain('could not be compressed');
  });
});

describe('a tool session that would overflow', () => {
  it('passes, every request within the window and with its pairs whole', async () => {
    const window = 8_192;
    const upstream = await startRawUpstream((request, response) => {
      const tokens = request.body.length / 4;
      if (tokens > window) sendJson(response, overflow(window, Math.ceil(tokens)), 400);
      else sendJson(response, chatReply('Done.'));
    });
    const gateway = await startTestGateway({ upstream: `${upstream.origin}/v1` });
    const statuses: number[] = [];
    const all = toolLoop(60);
    for (let turn = 1; turn <= 60; turn += 1) {
      const messages = all.slice(0, 1 + turn * 2);
      const body = { model: 'gpt-4', tools: [{ type: 'function', function: { name: 'read_file' } }], messages };
      statuses.push((await gateway.post('/v1/chat/completions', body)).status);
    }
    const figures = (await (await gateway.ask('/api/v1/compression/stats')).json()) as Record<string, unknown>;
    const [session] = await gateway.store.list();
    await gateway.stop();
    await upstream.stop();
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const { json } of upstream.requests) expect(unpaired(json['messages'] as WireMessage[])).toEqual([]);
    expect(figures['total_compressions']).toBeGreaterThan(1);
    expect(session?.messages).toBeGreaterThan(100);
  });
});

interface WireMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

function toolLoop(calls: number): WireMessage[] {
  const messages: WireMessage[] = [{ role: 'user', content: 'Read every file and tell me what is wrong.' }];
  for (let call = 0; call < calls; call += 1) {
    const id = `call_${String(call)}`;
    const made = {
      id,
      type: 'function',
      function: { name: 'read_file', arguments: `{"path":"src/file${String(call)}.ts"}` },
    };
    messages.push({ role: 'assistant', content: null, tool_calls: [made] });
    messages.push({ role: 'tool', tool_call_id: id, content: `export const value${String(call)} = 1;\n`.repeat(60) });
  }
  return messages;
}

/** Ids of calls without a result right behind them, and of results without a call. */
function unpaired(messages: readonly WireMessage[]): string[] {
  const open = new Set<string>();
  const faults: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id ?? '')) faults.push(message.tool_call_id ?? '');
      continue;
    }
    faults.push(...open);
    open.clear();
    for (const { id } of message.tool_calls ?? []) open.add(id);
  }
  return [...faults, ...open];
}

function overflow(window: number, tokens: number): string {
  const message = `This model's maximum context length is ${String(window)} tokens. However, your messages resulted in ${String(tokens)} tokens. Please reduce the length of the messages.`;
  return JSON.stringify({
    error: { message, type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
  });
}
