import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it reached the upstream. */
export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Parsed where it is JSON. */
  readonly json: Readonly<Record<string, unknown>>;
}

export interface RawUpstream {
  readonly origin: string;
  readonly requests: readonly RawRequest[];
  stop(): Promise<void>;
}

/** A server on loopback that answers byte for byte what the test says. */
export async function startRawUpstream(
  answer: (request: RawRequest, response: ServerResponse, number: number) => void | Promise<void>,
): Promise<RawUpstream> {
  const requests: RawRequest[] = [];
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('error', () => undefined);
    incoming.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body, json: parsed(body) };
      requests.push(request);
      void answer(request, response, requests.length - 1);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

/** A reply of chat completions, not streamed. */
export function chatReply(content: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'gpt-4o',
    choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  });
}

/** A reply of Anthropic's messages, not streamed. */
export function messagesReply(text: string): string {
  return JSON.stringify({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-3-haiku-20240307',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 10 },
  });
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
}
