import type { Summarizer, SummarizerFailureReason, SummaryReply, SummaryRequest } from '../engine/layer3/summarizer';
import { SummarizerFailure } from '../engine/layer3/summarizer';
import { textOf } from '../engine/message';
import { overflowFigures } from '../providers/overflowErrors';
import type { WireFormat } from './formats/wireFormat';
import { ReplyTap } from './replies/replyTap';
import type { Upstream } from './http/upstream';

/** Milliseconds after which a request for a summary counts as failed. */
const TIMEOUT_MILLISECONDS = 300_000;

/** Characters kept of what an upstream says of an error. */
const LONGEST_DETAIL = 300;

/** Headers of the client that only speak of its own body. */
const BODY_HEADERS = /^(content-|accept$|accept-encoding$|x-stainless-)/i;

export interface UpstreamSummarizerOptions {
  readonly format: WireFormat;
  readonly upstream: Upstream;
  /** Path of the client's own request. */
  readonly path: string;
  /** Headers of the client's own request, with the key in them; names and values in turn. */
  readonly headers: readonly string[];
  readonly model: string;
  /** Tokens. */
  readonly windowTokens: number;
}

/** Asks the upstream of a client for summaries, in its protocol and with its key. */
export class UpstreamSummarizer implements Summarizer {
  readonly model: string;
  readonly windowTokens: number;

  constructor(private readonly options: UpstreamSummarizerOptions) {
    this.model = options.model;
    this.windowTokens = options.windowTokens;
  }

  async summarize(request: SummaryRequest, signal: AbortSignal): Promise<SummaryReply> {
    const timeout = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    try {
      return await this.#ask(request, AbortSignal.any([signal, timeout]));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SummarizerFailure) throw error;
      const reason = timeout.aborted ? 'timeout' : 'network';
      const detail = error instanceof Error ? error.message : '';
      throw new SummarizerFailure(reason, 'The model gave no summary.', { cause: error, detail });
    }
  }

  async #ask(request: SummaryRequest, signal: AbortSignal): Promise<SummaryReply> {
    const { format, upstream, path, headers, model } = this.options;
    const body = Buffer.from(JSON.stringify(format.summaryBody({ model, ...request })));
    const own = ['content-type', 'application/json', 'accept', 'application/json', 'accept-encoding', 'identity'];
    const answer = await upstream.send({
      method: 'POST',
      path,
      headers: [...withoutBody(headers), ...own],
      body,
      signal,
    });
    const tap = new ReplyTap(format.name, answer.headers);
    const pieces: Buffer[] = [];
    for await (const piece of answer as AsyncIterable<Buffer>) {
      pieces.push(piece);
      tap.write(piece);
    }
    const status = answer.statusCode ?? 0;
    if (status >= 300) throw failure(status, Buffer.concat(pieces).toString());
    const reply = await tap.finish();
    if (reply === null)
      throw new SummarizerFailure('server', 'The model gave no summary.', { detail: 'The answer was not understood.' });
    const thinking = reply.parts.flatMap((part) => (part.type === 'thinking' ? [part.text] : [])).join('\n');
    const { usage, finish } = reply;
    return { text: textOf(reply), thinking, finish, ...(usage === null ? {} : { usage }) };
  }
}

function withoutBody(headers: readonly string[]): string[] {
  return headers.filter((_text, place) => !BODY_HEADERS.test(headers[place - (place % 2)] ?? ''));
}

function failure(status: number, text: string): SummarizerFailure {
  const detail = `${String(status)} ${text.replaceAll(/\s+/g, ' ').slice(0, LONGEST_DETAIL)}`;
  return new SummarizerFailure(reasonOf(status, text), 'The model gave no summary.', { detail });
}

function reasonOf(status: number, text: string): SummarizerFailureReason {
  if (status === 401 || status === 403) return 'authentication';
  if (status === 429) return 'rateLimit';
  return overflowFigures(text) === null ? 'server' : 'overflow';
}
