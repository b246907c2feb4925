import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { replyChunks } from './chunks';
import { contextOverflow } from './replies';
import type { RecordedRequest, RequestBody, Script, ScriptedMessage, ScriptedReply } from './script';
import { requestProblem } from './validateRequest';

export interface ScriptedServer {
  /** Base URL for a client: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** Every chat request that was answered or refused, in order. */
  readonly requests: readonly RecordedRequest[];
  /** What was wrong with requests, in order. A client of ours must leave this empty. */
  readonly problems: readonly string[];
  readonly stop: () => Promise<void>;
}

export interface ScriptedServerOptions {
  /** Inputs of more tokens, four characters each, are refused as the real API does. */
  readonly windowTokens?: number;
  readonly port?: number;
}

/** An OpenAI-compatible server on loopback that answers by a script and refuses what the real API refuses. */
export async function startScriptedServer(
  script: Script,
  options: ScriptedServerOptions = {},
): Promise<ScriptedServer> {
  const requests: RecordedRequest[] = [];
  const problems: string[] = [];
  let answered = 0;

  const nextReply = (request: RecordedRequest): ScriptedReply => {
    const problem = requestProblem(request.body);
    if (problem !== null) {
      problems.push(problem);
      const error = { message: problem, type: 'invalid_request_error', param: 'messages', code: null };
      return { kind: 'error', status: 400, body: { error } };
    }
    const inputTokens = Math.ceil(
      (JSON.stringify(request.body.messages).length + JSON.stringify(request.body.tools ?? []).length) / 4,
    );
    if (options.windowTokens !== undefined && inputTokens > options.windowTokens) {
      return contextOverflow(options.windowTokens, inputTokens);
    }
    const number = answered;
    answered += 1;
    if (typeof script === 'function') return script(request, number);
    const reply = script[Math.min(number, script.length - 1)];
    if (reply === undefined) throw new Error('The script is empty.');
    return reply;
  };

  const server = createServer((incoming, response) => {
    void answer(incoming, response, (request) => {
      requests.push(request);
      return nextReply(request);
    }).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((listening) => server.listen(options.port ?? 0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    problems,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  replyTo: (request: RecordedRequest) => ScriptedReply,
): Promise<void> {
  const path = new URL(incoming.url ?? '/', 'http://127.0.0.1').pathname;
  if (incoming.method === 'GET' && path === '/v1/models') {
    sendJson(response, 200, { object: 'list', data: [{ id: 'scripted', object: 'model', owned_by: 'scripted' }] });
    return;
  }
  if (incoming.method !== 'POST' || path !== '/v1/chat/completions') {
    sendJson(response, 404, {
      error: { message: `Invalid URL (${incoming.method} ${path})`, type: 'invalid_request_error' },
    });
    return;
  }
  const body = JSON.parse(await readAll(incoming)) as RequestBody;
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  await send(response, replyTo({ path, headers, body }), body);
}

async function send(response: ServerResponse, reply: ScriptedReply, body: RequestBody): Promise<void> {
  switch (reply.kind) {
    case 'message':
      await sendMessage(response, reply, body);
      return;
    case 'error':
      sendJson(response, reply.status, reply.body, reply.headers);
      return;
    case 'streamError':
      startStream(response);
      for (const chunk of replyChunks({ kind: 'message', text: reply.text }, body).slice(0, -2))
        writeChunk(response, chunk);
      writeChunk(response, { error: reply.error });
      response.end();
      return;
    case 'hang':
      return;
    case 'cut':
      startStream(response);
      for (const chunk of replyChunks({ kind: 'message', text: reply.text, usage: null }, body).slice(0, -1))
        writeChunk(response, chunk);
      if (reply.clean) response.end();
      // Sent before the socket goes, so that the client sees a stream that breaks off.
      else setTimeout(() => response.destroy(), 20);
      return;
  }
}

async function sendMessage(response: ServerResponse, reply: ScriptedMessage, body: RequestBody): Promise<void> {
  startStream(response);
  for (const chunk of replyChunks(reply, body)) {
    if (response.destroyed) return;
    writeChunk(response, chunk);
    if (reply.pause !== undefined) await sleep(reply.pause);
  }
  response.end('data: [DONE]\n\n');
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
}

function writeChunk(response: ServerResponse, chunk: unknown): void {
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
