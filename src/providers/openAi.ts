import { randomUUID } from 'node:crypto';
import OpenAI, { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { toOpenAiMessages } from '../engine/openAiMessages';
import type { Usage } from '../engine/message';
import type { ChatProvider, ChatRequest, ChatStreamEvent } from './chatProvider';
import { ProviderError } from './chatProvider';
import type { FailedRequest } from './classifyError';
import { classifyError } from './classifyError';
import { bodyFigures, bodyMessage, causesOf } from './errorTexts';
import type { OpenAiChunk } from './openAiChunk';
import { chunkUsage, deltaText, deltaThinking } from './openAiChunk';
import { RequestWatchdog } from './requestWatchdog';
import { ToolCallAssembler } from './toolCallDeltas';

/** Tries after the first one, for failures that pass by themselves: no connection, 408, 409, 429, 5xx. */
const MAXIMUM_RETRIES = 2;

/** A local model may read a long prompt for minutes before its first token. */
const DEFAULT_IDLE_MILLISECONDS = 300_000;

export interface OpenAiProviderOptions {
  readonly id: string;
  readonly baseUrl: string;
  /** Asked before each request and kept nowhere. Undefined or empty: the server wants no key. */
  readonly apiKey: () => Promise<string | undefined>;
  /** Milliseconds without a word from the server before the request is given up. */
  readonly idleMilliseconds?: number;
  readonly maxRetries?: number;
  /** Whether earlier reasoning goes back with the context. By default where the server is known to ask for it. */
  readonly includesReasoning?: boolean;
}

/** These refuse a tool loop whose reasoning was left out; others refuse the field. */
const WANTS_REASONING = /deepseek|moonshot/;

type OptionalParameter = 'stream_options' | 'max_tokens' | 'max_completion_tokens';

/** Any server that speaks OpenAI's chat completions, over the `openai` SDK. */
export class OpenAiProvider implements ChatProvider {
  readonly id: string;
  /** Parameters this server refused; not sent again. */
  readonly #refused = new Set<OptionalParameter>();

  readonly #includesReasoning: boolean;

  constructor(private readonly options: OpenAiProviderOptions) {
    this.id = options.id;
    this.#includesReasoning = options.includesReasoning ?? WANTS_REASONING.test(options.baseUrl);
  }

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatStreamEvent> {
    const key = (await this.options.apiKey())?.trim();
    const watchdog = new RequestWatchdog(signal, this.options.idleMilliseconds ?? DEFAULT_IDLE_MILLISECONDS);
    try {
      yield* readReply(await this.#open(request, key, watchdog), watchdog);
    } catch (error) {
      if (signal.aborted) throw new ProviderError('cancelled', 'The request was stopped.');
      if (error instanceof ProviderError) throw error;
      throw classifyError(watchdog.fired ? { text: 'timed out', connectionFailed: true } : describeFailure(error), {
        model: request.model,
        origin: originOf(this.options.baseUrl),
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
    const client = createClient(this.options, key);
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
    const names: OptionalParameter[] = /\bopenai\.(com|azure\.com)\b/.test(this.options.baseUrl)
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

function createClient(options: OpenAiProviderOptions, key: string | undefined): OpenAI {
  const hasKey = key !== undefined && key !== '';
  return new OpenAI({
    // Everything the SDK would take from the environment is given here, so that no foreign key is ever sent.
    apiKey: hasKey ? key : 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: options.baseUrl,
    maxRetries: options.maxRetries ?? MAXIMUM_RETRIES,
    logLevel: 'off',
    ...(hasKey ? {} : { defaultHeaders: { Authorization: null } }),
  });
}

async function* readReply(
  chunks: AsyncIterable<OpenAiChunk>,
  watchdog: RequestWatchdog,
): AsyncGenerator<ChatStreamEvent> {
  const calls = new ToolCallAssembler(() => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`);
  let finishReason: string | undefined;
  let usage: Usage | undefined;
  for await (const chunk of watchdog.watch(chunks)) {
    usage = chunkUsage(chunk) ?? usage;
    const choice = chunk.choices?.[0];
    finishReason = choice?.finish_reason ?? finishReason;
    const delta = choice?.delta ?? choice?.message;
    if (delta === undefined || delta === null) continue;
    const thinking = deltaThinking(delta);
    if (thinking !== '') yield { type: 'thinking-delta', text: thinking };
    const text = deltaText(delta);
    if (text !== '') yield { type: 'text-delta', text };
    for (const call of delta.tool_calls ?? []) calls.add(call);
  }
  // Some servers give no reason, but then usage comes last; with neither the connection was cut.
  if (finishReason === undefined && usage === undefined) {
    throw new ProviderError('network', 'The reply broke off before its end. Try again.');
  }
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
    const retryAfter = headers?.get('retry-after') ?? undefined;
    const number = status ?? (typeof code === 'number' ? code : undefined);
    const name = typeof code === 'string' ? code : type;
    return {
      text: body === undefined ? error.message : `${bodyMessage(body) ?? error.message}${bodyFigures(body)}`,
      ...(number === undefined ? {} : { status: number }),
      ...(typeof name === 'string' ? { code: name } : {}),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    };
  }
  return { text: causesOf(error), connectionFailed: true };
}

function originOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).origin;
  } catch {
    return 'the base URL';
  }
}
