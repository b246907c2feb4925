import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { replyChunks } from './chunks';
import { replyWire } from './dialects';
import { contextOverflow } from './replies';
import type { RecordedRequest, RequestBody, Script, ScriptedMessage, ScriptedReply } from './script';
import { requestProblem } from './validateRequest';

export interface ScriptedServer {
  /** Base URL for a client: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** Every chat request that was answered or refused, in order. */
  readonly requests: readonly RecordedRequest[];
  /** Headers of every request for the list of models, in order. */
  readonly listings: readonly RecordedRequest['headers'][];
  /** What was wrong with requests, in order. A client of ours must leave this empty. */
  readonly problems: readonly string[];
  readonly stop: () => Promise<void>;
}

export interface ScriptedServerOptions {
  /** Inputs of more tokens, four characters each, are refused as the real API does. */
  readonly windowTokens?: number;
  readonly port?: number;
  /** What `GET …/models` answers; by default OpenAI's list with one model, `scripted`. */
  readonly models?: ModelsAnswer;
}

interface ModelsAnswer {
  readonly status?: number;
  readonly body: unknown;
}

/** An OpenAI-compatible server on loopback that answers by a script and refuses what the real API refuses. */
export async function startScriptedServer(
  script: Script,
  options: ScriptedServerOptions = {},
): Promise<ScriptedServer> {
  const requests: RecordedRequest[] = [];
  const problems: string[] = [];
  const listings: RecordedRequest['headers'][] = [];
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
    const answers: Answers = {
      models: (headers) => {
        listings.push(headers);
        return options.models ?? SCRIPTED_MODEL;
      },
      reply: (request) => {
        requests.push(request);
        return nextReply(request);
      },
    };
    void answer(incoming, response, answers).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((listening) => server.listen(options.port ?? 0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    listings,
    problems,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

const SCRIPTED_MODEL: ModelsAnswer = {
  body: { object: 'list', data: [{ id: 'scripted', object: 'model', owned_by: 'scripted' }] },
};

interface Answers {
  models(headers: RecordedRequest['headers']): ModelsAnswer;
  reply(request: RecordedRequest): ScriptedReply;
}

async function answer(incoming: IncomingMessage, response: ServerResponse, answers: Answers): Promise<void> {
  const { pathname: path, search: query } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  if (incoming.method === 'GET' && path.endsWith('/models')) {
    const { status = 200, body } = answers.models(headers);
    sendJson(response, status, body);
    return;
  }
  if (incoming.method !== 'POST' || !path.endsWith('/chat/completions')) {
    sendJson(response, 404, {
      error: { message: `Invalid URL (${incoming.method} ${path})`, type: 'invalid_request_error' },
    });
    return;
  }
  const body = JSON.parse(await readAll(incoming)) as RequestBody;
  await send(response, answers.reply({ path, query, headers, body }), body);
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
  for (const piece of piecesOf(reply, body)) {
    if (response.destroyed) return;
    response.write(piece);
    // What is not written in one turn of the loop goes out by itself.
    await (reply.pause === undefined ? nextTurn() : sleep(reply.pause));
  }
  response.end();
}

function piecesOf(reply: ScriptedMessage, body: RequestBody): readonly (string | Buffer)[] {
  const wire = replyWire(reply, body);
  const { pieceBytes } = reply;
  if (pieceBytes === undefined) return wire.split(/(?<=\n\n)/u);
  const bytes = Buffer.from(wire, 'utf8');
  return Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
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
