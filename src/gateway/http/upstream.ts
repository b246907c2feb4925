import * as http from 'node:http';
import * as https from 'node:https';
import type { Readable } from 'node:stream';
import { hasErrorCode } from '../../session/errorCode';

/** Milliseconds without a byte after which a connection to an upstream counts as dead; models think for minutes. */
const IDLE_MILLISECONDS = 15 * 60_000;

/** A request to an upstream. */
export interface UpstreamRequest {
  readonly method: string;
  /** Path and query, as the client sent them. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** A body that is there whole, or one that is passed on as it comes, of so many bytes where that is known. */
  readonly body: Buffer | { readonly stream: Readable; readonly bytes: number | null } | null;
  readonly signal: AbortSignal;
}

/** One server behind the gateway. The address is fixed: nothing of a request decides where it goes. */
export class Upstream {
  readonly #base: URL;
  readonly #prefix: string;
  readonly #agent: http.Agent;

  /** @param baseUrl up to and including the version, as other programs take it: `https://api.openai.com/v1` */
  constructor(readonly baseUrl: string) {
    this.#base = new URL(baseUrl);
    // The client's own path begins with the version.
    this.#prefix = this.#base.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
    const options = { keepAlive: true, maxFreeSockets: 64, timeout: IDLE_MILLISECONDS };
    this.#agent = this.#base.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
  }

  get host(): string {
    return this.#base.hostname;
  }

  /**
   * Sends a request; resolves when the head of the answer is there, whatever its status.
   * @throws the error of the connection, or the signal's reason
   */
  async send(request: UpstreamRequest): Promise<http.IncomingMessage> {
    try {
      return await this.#send(request);
    } catch (error) {
      // A connection that was kept open may have been closed at the other end a moment ago; then nothing was done yet.
      const isStale = error instanceof StaleConnection && !request.signal.aborted;
      if (isStale && (request.body === null || Buffer.isBuffer(request.body))) return this.#send(request);
      throw error instanceof StaleConnection ? error.cause : error;
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #send({ method, path, headers, body, signal }: UpstreamRequest): Promise<http.IncomingMessage> {
    const { protocol, hostname, port, host } = this.#base;
    const bytes = Buffer.isBuffer(body) ? body.length : (body?.bytes ?? null);
    const own = ['host', host, ...(bytes === null ? [] : ['content-length', String(bytes)])];
    const send = protocol === 'https:' ? https.request : http.request;
    return new Promise((resolve, reject) => {
      const outgoing = send({
        agent: this.#agent,
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        method,
        path: `${this.#prefix}${path}`,
        headers: [...headers, ...own],
        signal,
      });
      outgoing.once('response', resolve);
      outgoing.once('timeout', () => outgoing.destroy(new Error('The upstream sent nothing for too long.')));
      outgoing.once('error', (error) => {
        const isStale = outgoing.reusedSocket && hasErrorCode(error, 'ECONNRESET', 'EPIPE');
        reject(isStale ? new StaleConnection('stale', { cause: error }) : error);
      });
      if (body === null || Buffer.isBuffer(body)) outgoing.end(body ?? undefined);
      else body.stream.pipe(outgoing);
    });
  }
}

class StaleConnection extends Error {
  override readonly name = 'StaleConnection';
}
