import { randomUUID } from 'node:crypto';
import OpenAI, { APIConnectionError, APIError, APIUserAbortError, type ClientOptions } from 'openai';
import { toOpenAiMessages } from '../engine/openAiMessages';
import type { Usage } from '../engine/message';
import { t } from '../l10n/text';
import type { ChatProvider, ChatRequest, ChatStreamEvent } from './chatProvider';
import { ProviderError } from './chatProvider';
import type { FailedRequest } from './classifyError';
import { classifyError } from './classifyError';
import { bodyFigures, bodyMessage, causesOf } from './errorTexts';
import type { OpenAiChunk } from './openAiChunk';
import { chunkError, chunkUsage, deltaText, deltaThinking } from './openAiChunk';
import { type OpenAiEndpoint, endpointOf, keyHeaders } from './openAiEndpoint';
import { filledHeaders } from './requestHeaders';
import { RequestWatchdog } from './requestWatchdog';
import { retryAfterMilliseconds } from './retryAfter';
import { ThinkTag } from './thinkTag';
import { ToolCallAssembler } from './toolCallDeltas';

/** A local model may read a long prompt for minutes before its first token. */
const DEFAULT_IDLE_MILLISECONDS = 300_000;

export interface OpenAiProviderOptions {
  readonly id: string;
  /** As it stands in the settings; `endpointOf` makes the address of it. */
  readonly baseUrl: string;
  /** By name; values may hold `${apiKey}`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields for every request beside those the protocol needs: routing, effort of reasoning. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
  /** Asked before each request and kept nowhere. Undefined or empty: the server wants no key. */
  readonly apiKey: () => Promise<string | undefined>;
  /** Milliseconds without a word from the server before the request is given up. */
  readonly idleMilliseconds?: number;
  /** Whether earlier reasoning goes back with the context. By default where the server is known to ask for it. */
  readonly includesReasoning?: boolean;
}

/** These refuse a tool loop whose reasoning was left out; others refuse the field. */
const WANTS_REASONING = /deepseek|moonshot/;

type OptionalParameter = 'stream_options' | 'max_tokens' | 'max_completion_tokens';

/**
 * Any server that speaks OpenAI's chat completions, over the `openai` SDK. It tries once: whoever asks decides whether to
 * wait and ask again, and shows it.
 */
export class OpenAiProvider implements ChatProvider {
  readonly id: string;
  /** Parameters this server refused; not sent again. */
  readonly #refused = new Set<OptionalParameter>();

  readonly #includesReasoning: boolean;
  readonly #endpoint: OpenAiEndpoint;

  constructor(private readonly options: OpenAiProviderOptions) {
    this.id = options.id;
    this.#endpoint = endpointOf(options.baseUrl);
    this.#includesReasoning = options.includesReasoning ?? WANTS_REASONING.test(options.baseUrl);
  }

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatStreamEvent> {
    const key = (await this.options.apiKey())?.trim();
    const watchdog = new RequestWatchdog(signal, this.options.idleMilliseconds ?? DEFAULT_IDLE_MILLISECONDS);
    try {
      yield* readReply(await this.#open(request, key, watchdog), watchdog);
    } catch (error) {
      if (signal.aborted) throw new ProviderError('cancelled', t('The request was stopped.'));
      if (error instanceof ProviderError) throw error;
      throw classifyError(watchdog.fired ? { text: 'timed out', connectionFailed: true } : describeFailure(error), {
        model: request.model,
        origin: new URL(this.#endpoint.baseUrl).origin,
        ...(key === undefined ? {} : { secret: key }),
      });
    } finally {
      watchdog.stop();
    }
  }

  /** Opens the stream, leaving out optional parameters the server says it does not know. */
  async #open(
    request: ChatRequest,
    key: string | undefined,
    watchdog: RequestWatchdog,
  ): Promise<AsyncIterable<OpenAiChunk>> {
    const client = createClient(this.options, this.#endpoint, key);
    for (;;) {
      try {
        const body = this.#body(request);
        const chunks: AsyncIterable<unknown> = await watchdog.race(
          client.chat.completions.create(body, { signal: watchdog.signal }),
        );
        return chunks as AsyncIterable<OpenAiChunk>;
      } catch (error) {
        const parameter = this.#newlyRefused(error);
        if (parameter === undefined) throw error;
        this.#refused.add(parameter);
      }
    }
  }

  #body(request: ChatRequest): OpenAI.ChatCompletionCreateParamsStreaming {
    const body = {
      ...this.options.extraBody,
      model: request.model,
      messages: toOpenAiMessages(request.messages, { includesReasoning: this.#includesReasoning }),
      stream: true,
      ...(this.#refused.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
      ...(request.tools.length === 0
        ? {}
        : { tools: request.tools.map((definition) => ({ type: 'function', function: definition })) }),
      ...this.#outputLimit(request.maxOutputTokens),
    };
    // The engine's wire form is wider than the SDK's type, as compatible servers take more than OpenAI's own.
    return body as unknown as OpenAI.ChatCompletionCreateParamsStreaming;
  }

  /** OpenAI's reasoning models know only the new name, older and local servers only the old one. */
  #outputLimit(tokens: number | undefined): Readonly<Record<string, number>> {
    if (tokens === undefined) return {};
    const { kind } = this.#endpoint;
    const names: OptionalParameter[] =
      kind === 'openai' || kind === 'azure'
        ? ['max_completion_tokens', 'max_tokens']
        : ['max_tokens', 'max_completion_tokens'];
    const name = names.find((candidate) => !this.#refused.has(candidate));
    return name === undefined ? {} : { [name]: tokens };
  }

  #newlyRefused(error: unknown): OptionalParameter | undefined {
    if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return undefined;
    const failed = describeFailure(error);
    // An overflow may name `max_tokens` too; that is about its value, not its name.
    if (!/unsupported|unknown|unrecogni[sz]ed|not supported|extra|not permitted|unexpected/i.test(failed.text))
      return undefined;
    const named = (['stream_options', 'max_tokens', 'max_completion_tokens'] as const).find(
      (parameter) => error.param === parameter || failed.text.includes(parameter),
    );
    return named !== undefined && !this.#refused.has(named) ? named : undefined;
  }
}

/** Some servers put their error beside nothing: the SDK looks for it under `error` and would tell of an empty body. */
class CompatibleClient extends OpenAI {
  protected override makeStatusError(
    ...[status, body, message, headers]: Parameters<OpenAI['makeStatusError']>
  ): ReturnType<OpenAI['makeStatusError']> {
    const isBare = typeof body === 'object' && !('error' in body);
    return super.makeStatusError(status, isBare ? { error: body } : body, message, headers);
  }
}

/** What a request needs besides the headers chosen here. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

function createClient(options: OpenAiProviderOptions, endpoint: OpenAiEndpoint, key: string | undefined): OpenAI {
  const hasKey = key !== undefined && key !== '';
  const chosen = {
    Authorization: null,
    ...(hasKey ? keyHeaders(endpoint, key) : {}),
    ...filledHeaders(options.headers ?? {}, key),
  };
  const sent = new Set([...PLAIN_HEADERS, ...Object.keys(chosen).map((name) => name.toLowerCase())]);
  return new CompatibleClient({
    // Everything the SDK would take from the environment is given here, so that no foreign key is ever sent.
    apiKey: hasKey ? key : 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: endpoint.baseUrl,
    defaultQuery: endpoint.query,
    defaultHeaders: chosen,
    maxRetries: 0,
    logLevel: 'off',
    fetch: fetchOnly(sent),
  });
}

/**
 * Sends the named headers and no others: the SDK adds what it finds in the environment and what it knows of the machine.
 * A redirect is not followed, since the key would go with it.
 */
function fetchOnly(names: ReadonlySet<string>): NonNullable<ClientOptions['fetch']> {
  return (url, init) => {
    const headers = [...new Headers(init?.headers)].filter(([name]) => names.has(name));
    return fetch(url, { ...init, headers, redirect: 'error' });
  };
}

async function* readReply(
  chunks: AsyncIterable<OpenAiChunk>,
  watchdog: RequestWatchdog,
): AsyncGenerator<ChatStreamEvent> {
  const calls = new ToolCallAssembler(() => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`);
  let finishReason: string | undefined;
  let usage: Usage | undefined;
  const tag = new ThinkTag();
  for await (const chunk of watchdog.watch(chunks)) {
    const stated = chunkError(chunk);
    if (stated !== undefined) throw new APIError(undefined, stated, undefined, undefined);
    usage = chunkUsage(chunk) ?? usage;
    const choice = chunk.choices?.[0];
    finishReason = choice?.finish_reason ?? finishReason;
    const delta = choice?.delta ?? choice?.message;
    if (delta === undefined || delta === null) continue;
    const thinking = deltaThinking(delta);
    if (thinking !== '') yield { type: 'thinking-delta', text: thinking };
    yield* tag.take(deltaText(delta));
    for (const call of delta.tool_calls ?? []) calls.add(call);
  }
  // Some servers give no reason, but then usage comes last; with neither the connection was cut.
  if (finishReason === undefined && usage === undefined) {
    throw new ProviderError('network', t('The reply broke off before its end. Try again.'));
  }
  yield* tag.end();
  const finished = calls.finish();
  for (const call of finished) yield { type: 'tool-call', ...call };
  yield {
    type: 'finish',
    reason: finishOf(finishReason, finished.length > 0),
    ...(usage === undefined ? {} : { usage }),
  };
}

function finishOf(reason: string | undefined, hasCalls: boolean): 'stop' | 'tool-calls' | 'length' | 'refusal' {
  if (reason === 'length' || reason === 'max_tokens') return 'length';
  if (reason === 'content_filter' || reason === 'refusal') return 'refusal';
  // Several servers say `stop` although they call tools.
  return hasCalls ? 'tool-calls' : 'stop';
}

interface StatedFailure {
  readonly status: number | undefined;
  readonly error: unknown;
  readonly headers: Headers | undefined;
  readonly code: unknown;
  readonly type: unknown;
}

function describeFailure(error: unknown): FailedRequest {
  if (error instanceof APIConnectionError) return { text: causesOf(error), connectionFailed: true };
  if (error instanceof APIError && !(error instanceof APIUserAbortError)) {
    // The SDK types these as `any`, and servers send a number as the code of an error in the stream.
    const { status, error: body, headers, code, type } = error as StatedFailure;
    const text = body === undefined ? error.message : `${bodyMessage(body) ?? error.message}${bodyFigures(body)}`;
    const wait = retryAfterMilliseconds(headers, text, Date.now());
    const number = status ?? statusCode(code);
    const names = [code, type].filter((name) => typeof name === 'string');
    return {
      text,
      ...(number === undefined ? {} : { status: number }),
      ...(names.length === 0 ? {} : { code: names.join(' ') }),
      ...(wait === undefined ? {} : { retryAfter: wait }),
    };
  }
  return { text: causesOf(error), connectionFailed: true };
}

/** The status that an error in the stream names as its code; others use the field for their own numbers. */
function statusCode(code: unknown): number | undefined {
  const number = Number(code);
  return Number.isInteger(number) && number >= 400 && number < 600 ? number : undefined;
}
