import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { clientName } from './clientName';
import type { Conversation } from './conversations/conversation';
import type { Prepared, RequestFacts } from './conversations/tools';
import type { ReadRequest, WireFormat } from './formats/wireFormat';
import type { Gateway } from './gateway';
import type { Proof } from './http/guard';
import { clientHeaders, upstreamHeaders } from './http/headers';
import type { Upstream } from './http/upstream';
import { MAXIMUM_RETRIES } from '../engine/retry';
import { isRecord } from '../wire/jsonValue';
import { overflowFigures } from '../providers/overflowErrors';
import { ReplyTap } from './replies/replyTap';
import { UpstreamSummarizer } from './upstreamSummarizer';

/** Bytes of an error that are held against the words of an overflow; real ones are far shorter. */
const LONGEST_ERROR = 262_144;

/** One request of a client, its way to the upstream, and the answer's way back. */
export class Exchange {
  readonly #upstream: Upstream;
  readonly #headers: string[];
  readonly #isAnthropic: boolean;
  readonly #client: string;
  readonly #gone = new AbortController();
  readonly #startedAt: number;

  constructor(
    private readonly gateway: Gateway,
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    proof: Proof,
  ) {
    const { upstream, key, isAnthropic } = gateway.upstreamFor(request);
    this.#upstream = upstream;
    this.#isAnthropic = isAnthropic;
    this.#headers = upstreamHeaders(request.rawHeaders, proof, key, isAnthropic);
    this.#client = clientName(request.headers['user-agent'] ?? '');
    this.#startedAt = gateway.now();
    response.once('close', () => {
      if (!response.writableFinished) this.#gone.abort(new Error('The client is gone.'));
    });
  }

  /** Sends a request on as it is. @param body as it comes; null for none */
  async pass(body: { readonly stream: Readable; readonly bytes: number | null } | null): Promise<void> {
    const answer = await this.#send(body);
    if (answer !== null) await this.#deliver(answer, null);
  }

  /** Sends a request on with its context compressed, where it can be. */
  async compress(format: WireFormat, body: Buffer): Promise<void> {
    const read = this.#read(format, body);
    if (read === null) {
      const answer = await this.#send(body);
      if (answer !== null) await this.#deliver(answer, null);
      return;
    }
    const { text, request } = read;
    const { conversation, chain } = await this.gateway.conversations.recognise(format, request, this.#client);
    const facts = this.#facts(format);
    let prepared = await conversation.run(() => conversation.prepare(format, text, request, chain, facts));
    let saved = prepared.saved;
    let answer = await this.#send(bytesOf(prepared, body));
    for (let attempt = 1; answer !== null && attempt <= MAXIMUM_RETRIES; attempt += 1) {
      const refused = await this.#refusal(answer);
      if (refused === null) break;
      answer = refused.answer;
      const again = await this.#compressMore(conversation, format, text, request, refused.text, attempt, facts);
      if (again === null) break;
      prepared = again;
      saved = (saved ?? 0) + (again.saved ?? 0);
      answer = await this.#send(bytesOf(again, body));
    }
    this.gateway.noteRequest(saved);
    await this.gateway.conversations.keep(conversation, request);
    if (answer === null) return;
    const tap = (answer.statusCode ?? 0) < 300 ? new ReplyTap(format.name, answer.headers) : null;
    await this.#deliver(answer, tap);
    await this.#note(conversation, request, prepared, saved, tap, answer.statusCode ?? 0);
  }

  /** Null for a body that is no request of that protocol, or is encoded: it goes on as it is. */
  #read(format: WireFormat, body: Buffer): { readonly text: string; readonly request: ReadRequest } | null {
    const encoding = this.request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      this.gateway.onFailure(
        `A request encoded as ${encoding.slice(0, 20)} went on as it came: only plain bodies are compressed.`,
      );
      return null;
    }
    try {
      if (!isUtf8(body)) return null;
      const text = body.toString('utf8');
      const value: unknown = JSON.parse(text);
      const request = isRecord(value) ? format.read(value) : null;
      return request === null || request.messages.length === 0 ? null : { text, request };
    } catch {
      // The upstream says what is wrong with it.
      return null;
    }
  }

  #facts(format: WireFormat): RequestFacts {
    const profile = this.request.headers['x-strata-profile'];
    return {
      provider: this.#isAnthropic ? 'anthropic' : 'openai',
      client: this.#client,
      profile: typeof profile === 'string' ? profile : null,
      signal: this.#gone.signal,
      summarizer: (model) =>
        new UpstreamSummarizer({
          format,
          upstream: this.#upstream,
          path: this.request.url ?? '/',
          headers: this.#headers,
          model,
          windowTokens: this.gateway.limitsOf(model).window,
        }),
    };
  }

  /** The answer of the upstream; null where there is none, which the client has been told then. */
  async #send(body: Parameters<Upstream['send']>[0]['body']): Promise<IncomingMessage | null> {
    const { method = 'GET', url = '/' } = this.request;
    try {
      return await this.#upstream.send({ method, path: url, headers: this.#headers, body, signal: this.#gone.signal });
    } catch (error) {
      if (this.#gone.signal.aborted) return null;
      const why = error instanceof Error ? error.message : String(error);
      this.gateway.onFailure(`${this.#upstream.host} could not be reached: ${why}`);
      this.#refuse(`The gateway could not reach ${this.#upstream.host}: ${why}`);
      return null;
    }
  }

  #refuse(message: string): void {
    const body = JSON.stringify({ type: 'error', error: { type: 'upstream_unreachable', message } });
    this.response.writeHead(502, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    this.response.end(body);
  }

  /** The answer with its text read, where it may say that the request was too long. */
  async #refusal(answer: IncomingMessage): Promise<{ readonly answer: IncomingMessage; readonly text: string } | null> {
    const status = answer.statusCode ?? 0;
    const isPlain = (answer.headers['content-encoding'] ?? 'identity') === 'identity';
    const length = Number(answer.headers['content-length'] ?? 0);
    if (![400, 413, 422, 500].includes(status) || !isPlain || length > LONGEST_ERROR) return null;
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of answer.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > LONGEST_ERROR) break;
    }
    // What was read stands in front again.
    return { answer: Object.assign(answer, { replayed: pieces }), text: Buffer.concat(pieces).toString() };
  }

  async #compressMore(
    conversation: Conversation,
    format: WireFormat,
    text: string,
    request: ReadRequest,
    words: string,
    attempt: number,
    facts: RequestFacts,
  ): Promise<Prepared | null> {
    const figures = this.gateway.settings()['gateway.compressWhenFull'] ? overflowFigures(words) : null;
    if (figures === null) return null;
    const { windowTokens = null, inputTokens = null } = figures;
    if (windowTokens !== null) this.gateway.learnWindow(request.model, windowTokens);
    const overflow = { attempt, windowTokens, inputTokens };
    return conversation.run(() => conversation.prepareAgain(format, text, request, overflow, facts));
  }

  async #deliver(
    answer: IncomingMessage & { readonly replayed?: readonly Buffer[] },
    tap: ReplyTap | null,
  ): Promise<void> {
    const { response } = this;
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', clientHeaders(answer.rawHeaders));
    // A stream's head goes out before its first byte is there.
    response.flushHeaders();
    const bytes = async function* (): AsyncGenerator<Buffer> {
      if (answer.replayed !== undefined) {
        yield* answer.replayed;
        if (answer.readableEnded) return;
      }
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        tap?.write(chunk);
        yield chunk;
      }
    };
    try {
      await pipeline(bytes, response);
    } catch (error) {
      // The client sees what a direct one would: a connection that breaks off.
      response.destroy();
      answer.destroy();
      if (!this.#gone.signal.aborted) {
        this.gateway.onFailure(
          `An answer of ${this.#upstream.host} broke off: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  }

  async #note(
    conversation: Conversation,
    request: ReadRequest,
    { inputTokens, originalTokens }: Prepared,
    saved: number | null,
    tap: ReplyTap | null,
    status: number,
  ): Promise<void> {
    const reply = this.response.writableFinished && tap !== null ? await tap.finish() : null;
    if (reply !== null) {
      await conversation.run(() => {
        conversation.noteReply(reply, request.model, inputTokens, request.messages.length);
        return Promise.resolve();
      });
    }
    this.gateway.telemetry.add({
      provider: this.#isAnthropic ? 'anthropic' : 'openai',
      operation: 'chat',
      model: request.model,
      responseModel: reply?.model ?? null,
      client: this.#client,
      server: this.#upstream.host,
      startedAt: this.#startedAt,
      endedAt: this.gateway.now(),
      status,
      inputTokens: reply?.usage?.inputTokens ?? null,
      cachedInputTokens: reply?.usage?.cachedInputTokens ?? null,
      outputTokens: reply?.usage?.outputTokens ?? null,
      sentTokens: inputTokens,
      originalTokens,
      savedTokens: saved ?? 0,
    });
  }
}

/** The request as it goes out: byte for byte where nothing was compressed. */
function bytesOf({ body }: Prepared, original: Buffer): Buffer {
  return body === null ? original : Buffer.from(body);
}
