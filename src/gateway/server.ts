import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable, Transform } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { snakeCase } from '../config/spelling';
import type { CompressionPatch } from '../config/compressionOptions';
import { Exchange } from './exchange';
import { chatFormat } from './formats/chatFormat';
import { messagesFormat } from './formats/messagesFormat';
import { responsesFormat } from './formats/responsesFormat';
import type { Gateway } from './gateway';
import { GatewayError } from './gatewayError';
import { checkOrigin, checkPath, proofOf, type Proof } from './http/guard';
import { hasErrorCode } from '../session/errorCode';

/** Bytes of a request that is read, and of one that is only passed on. */
const LARGEST_READ = 128 * 1024 * 1024;
const LARGEST_PASSED = 1024 * 1024 * 1024;
/** Bytes of the head of a request. */
const LARGEST_HEAD = 65_536;
/** Milliseconds a client may take for the head, and for the whole of a request. */
const HEAD_MILLISECONDS = 15_000;
const REQUEST_MILLISECONDS = 120_000;
const IDLE_MILLISECONDS = 65_000;
/** Milliseconds between two looks at clients that take too long. */
const CHECK_MILLISECONDS = 5_000;
/** Requests served at once, and connections that are open. */
const MOST_REQUESTS = 256;
const MOST_CONNECTIONS = 1_024;
/** Milliseconds that requests under way get when the gateway stops. */
const GRACE_MILLISECONDS = 3_000;
/** Ports tried behind the wanted one. */
const PORTS_TRIED = 50;

const API = '/api/v1/compression';

export interface GatewayServerOptions {
  readonly gateway: Gateway;
  readonly token: string;
  /** 0: any that is free. */
  readonly port: number;
}

export interface GatewayServer {
  readonly port: number;
  /** Takes no more requests, gives those under way a moment, and ends. */
  stop(): Promise<void>;
}

/** @throws GatewayError `noPort` */
export async function startServer({ gateway, token, port }: GatewayServerOptions): Promise<GatewayServer> {
  for (let tried = 0; tried < PORTS_TRIED; tried += 1) {
    const server = new ServerParts(gateway, token);
    try {
      await server.listen(port === 0 ? 0 : port + tried);
      return server;
    } catch (error) {
      if (!hasErrorCode(error, 'EADDRINUSE', 'EACCES')) throw error;
    }
  }
  const words = `The gateway found no free port from ${String(port)} to ${String(port + PORTS_TRIED - 1)}.`;
  throw new GatewayError('noPort', words);
}

class ServerParts implements GatewayServer {
  readonly #app: FastifyInstance;
  readonly #sockets = new Set<Socket>();
  readonly #proofs = new WeakMap<IncomingMessage, Proof>();
  #underWay = 0;

  constructor(
    private readonly gateway: Gateway,
    private readonly token: string,
  ) {
    this.#app = fastify({
      logger: false,
      bodyLimit: LARGEST_READ,
      requestTimeout: REQUEST_MILLISECONDS,
      keepAliveTimeout: IDLE_MILLISECONDS,
      exposeHeadRoutes: false,
      forceCloseConnections: 'idle',
      http: {
        maxHeaderSize: LARGEST_HEAD,
        headersTimeout: HEAD_MILLISECONDS,
        connectionsCheckingInterval: CHECK_MILLISECONDS,
        // A request must not be read otherwise by the one behind.
        insecureHTTPParser: false,
      },
      frameworkErrors: (_error, _request, reply) => void refuse(reply, 400, 'The request is not understood.'),
    });
    const { server } = this.#app;
    server.maxConnections = MOST_CONNECTIONS;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#app.addHook('onRequest', (request, reply, done) => {
      if (this.#admit(request, reply)) done();
    });
    this.#app.setErrorHandler((error, _request, reply) => {
      const { statusCode = 500 } = error as { readonly statusCode?: number };
      const words = statusCode === 413 ? 'The body of the request is too large.' : 'The request could not be served.';
      if (statusCode >= 500)
        gateway.onFailure(`A request failed in the gateway: ${error instanceof Error ? error.message : String(error)}`);
      void refuse(reply, statusCode, words);
    });
    this.#app.setNotFoundHandler(
      (_request, reply) => void refuse(reply, 404, 'The gateway serves /v1, /api/v1/compression and /healthz.'),
    );
    this.#routes();
  }

  get port(): number {
    return (this.#app.server.address() as AddressInfo).port;
  }

  async listen(port: number): Promise<void> {
    await this.#app.listen({ port, host: '127.0.0.1' });
  }

  async stop(): Promise<void> {
    const closing = this.#app.close();
    const force = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, GRACE_MILLISECONDS);
    await closing;
    clearTimeout(force);
  }

  /** What every request has to pass before anything is read of it. */
  #admit(request: FastifyRequest, reply: FastifyReply): boolean {
    const { headers, url = '' } = request.raw;
    const refusal = checkOrigin(headers, this.port) ?? checkPath(url);
    if (refusal !== null) {
      this.gateway.onFailure(`A request was refused: ${refusal.words}`);
      void refuse(reply, refusal.status, refusal.words);
      return false;
    }
    if (url === '/healthz') return true;
    const proof = proofOf(headers, this.token);
    if (proof === null) {
      this.gateway.onFailure('A request was refused: its token is wrong or missing.');
      void refuse(reply, 401, 'The token of the gateway is wrong or missing. Send it as the API key.');
      return false;
    }
    if (this.#underWay >= MOST_REQUESTS) {
      void refuse(reply.header('retry-after', '1'), 503, 'The gateway serves too many requests at once.');
      return false;
    }
    this.#proofs.set(request.raw, proof);
    this.#underWay += 1;
    reply.raw.once('close', () => {
      this.#underWay -= 1;
    });
    return true;
  }

  #routes(): void {
    this.#app.get('/healthz', () => ({ status: 'ok' }));
    void this.#app.register((app, _options, done) => {
      this.#apiRoutes(app);
      done();
    });
    void this.#app.register((app, _options, done) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
      for (const [path, format] of COMPRESSED) {
        app.post(path, (request, reply) => {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          return this.#exchange(request, reply, (exchange) => exchange.compress(format, body));
        });
      }
      done();
    });
    void this.#app.register((app, _options, done) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', { bodyLimit: LARGEST_PASSED }, (_request, payload, parsed) =>
        parsed(null, payload),
      );
      app.all('/v1/*', (request, reply) =>
        this.#exchange(request, reply, (exchange) => exchange.pass(passedBody(request))),
      );
      done();
    });
  }

  #apiRoutes(app: FastifyInstance): void {
    const { gateway } = this;
    app.get(`${API}/stats`, () => gateway.stats());
    app.post(`${API}/stats/reset`, () => gateway.resetStats());
    app.put(`${API}/settings`, (request, reply) => {
      const faults = gateway.patch(request.body);
      if (faults.length > 0)
        return reply.code(400).send({ error: { type: 'invalid_request_error', message: faults.join('; '), faults } });
      return settingsAnswer(gateway.compression());
    });
    app.get(`${API}/settings`, () => settingsAnswer(gateway.compression()));
  }

  async #exchange(
    request: FastifyRequest,
    reply: FastifyReply,
    serve: (exchange: Exchange) => Promise<void>,
  ): Promise<void> {
    reply.hijack();
    const proof = this.#proofs.get(request.raw) ?? 'key';
    try {
      await serve(new Exchange(this.gateway, request.raw, reply.raw, proof));
    } catch (error) {
      this.gateway.onFailure(
        `A request failed in the gateway: ${error instanceof Error ? error.message : String(error)}`,
      );
      if (reply.raw.headersSent) reply.raw.destroy();
      else
        reply.raw
          .writeHead(500, { 'content-type': 'application/json' })
          .end(errorBody(500, 'The request could not be served.'));
    }
  }
}

const COMPRESSED = [
  ['/v1/chat/completions', chatFormat],
  ['/v1/messages', messagesFormat],
  ['/v1/responses', responsesFormat],
] as const;

function passedBody({
  body,
  headers,
}: FastifyRequest): { readonly stream: Readable; readonly bytes: number | null } | null {
  if (!(body instanceof Readable)) return null;
  const length = headers['content-length'];
  let bytes = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > LARGEST_PASSED) done(new Error('The body of the request is too large.'));
      else done(null, chunk);
    },
  });
  return { stream: body.pipe(bounded), bytes: length === undefined ? null : Number(length) };
}

/** The options by the names of the reference. */
function settingsAnswer(options: CompressionPatch): Readonly<Record<string, unknown>> {
  const named = (record: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [snakeCase(name), value as unknown]));
  return { ...named(options), stages: (options.stages ?? []).map(named) };
}

function refuse(reply: FastifyReply, status: number, words: string): FastifyReply {
  return reply.code(status).header('connection', 'close').type('application/json').send(errorBody(status, words));
}

function errorBody(status: number, message: string): string {
  const type = status === 401 ? 'authentication_error' : status >= 500 ? 'api_error' : 'invalid_request_error';
  return JSON.stringify({ type: 'error', error: { type, message } });
}
