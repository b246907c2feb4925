import { t } from '../l10n/text';
import { ProviderError } from './chatProvider';
import { classifyError } from './classifyError';
import { bodyMessage, causesOf } from './errorTexts';
import { endpointOf, endpointUrl, keyHeaders } from './openAiEndpoint';
import { filledHeaders } from './requestHeaders';
import { retryAfterMilliseconds } from './retryAfter';

/** A model that a server says it has. */
export interface ListedModel {
  /** As requests name it. */
  readonly id: string;
  /** For people; the id where the server gives none. */
  readonly name: string;
  /** Context window in tokens, where the server says it. */
  readonly window: number | null;
  /** Who made or serves it, in the server's words. */
  readonly owner: string | null;
}

export interface ModelListRequest {
  /** As it stands in the settings. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds for the whole request. */
  readonly timeoutMilliseconds: number;
}

/** Bytes of a list; the longest known has some hundred kilobytes. */
const LARGEST_LIST = 8_000_000;

/** Anthropic's list is none of OpenAI's interface and wants its own headers. */
const ANTHROPIC_VERSION = '2023-06-01';

/** Models that turn text into numbers or sound cannot chat. */
const NO_CHAT = /embed|rerank|whisper|tts|transcribe|dall-e|moderation|image-1/i;

/**
 * The models of a server that can chat, in its own order.
 *
 * @throws ProviderError as a request for a reply would
 */
export async function listModels(request: ModelListRequest): Promise<readonly ListedModel[]> {
  const endpoint = endpointOf(request.baseUrl);
  const key = request.apiKey?.trim() ?? '';
  const headers = {
    accept: 'application/json',
    ...(key === '' ? {} : keyHeaders(endpoint, key)),
    ...(key !== '' && endpoint.kind === 'anthropic'
      ? { 'x-api-key': key, 'anthropic-version': ANTHROPIC_VERSION }
      : {}),
    ...filledHeaders(request.headers ?? {}, key),
  };
  const target = { model: t('the list of models'), origin: new URL(endpoint.baseUrl).origin, secret: key };
  try {
    const signal = AbortSignal.timeout(request.timeoutMilliseconds);
    const response = await fetch(endpointUrl(endpoint, '/models'), { headers, signal, redirect: 'error' });
    const text = await boundedText(response);
    if (response.ok) return modelsIn(JSON.parse(text));
    const words = errorWords(text);
    const wait = retryAfterMilliseconds(response.headers, words, Date.now());
    const failed = { status: response.status, text: words, ...(wait === undefined ? {} : { retryAfter: wait }) };
    throw classifyError(failed, target);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw classifyError({ text: causesOf(error), connectionFailed: true }, target);
  }
}

/** The models of an answer: OpenAI's `data`, Ollama's `models`, or a plain list (Together). Anything else has none. */
export function modelsIn(body: unknown): readonly ListedModel[] {
  const list = Array.isArray(body) ? body : (fieldOf(body, 'data') ?? fieldOf(body, 'models'));
  if (!Array.isArray(list)) return [];
  const seen = new Set<string>();
  return list.flatMap((item: unknown): ListedModel[] => {
    const id = textField(item, 'id') ?? textField(item, 'model') ?? textField(item, 'name');
    if (id === null || id === '' || seen.has(id) || NO_CHAT.test(id)) return [];
    seen.add(id);
    return [
      {
        id,
        name: textField(item, 'display_name') ?? textField(item, 'name') ?? id,
        window: windowOf(item),
        owner: textField(item, 'owned_by'),
      },
    ];
  });
}

/** Where servers say how long a context may be: OpenRouter, vLLM, Groq, LM Studio, Mistral, Anthropic; llama.cpp inside `meta`. */
const WINDOW_FIELDS = [
  'context_length',
  'max_model_len',
  'context_window',
  'loaded_context_length',
  'max_context_length',
  'max_input_tokens',
] as const;

function windowOf(item: unknown): number | null {
  const candidates = [...WINDOW_FIELDS.map((name) => fieldOf(item, name)), fieldOf(fieldOf(item, 'meta'), 'n_ctx')];
  const found = candidates.find((value) => typeof value === 'number' && Number.isInteger(value) && value > 0);
  return typeof found === 'number' ? found : null;
}

async function boundedText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // The type of the web's streams does not know that Node's can be iterated.
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.byteLength;
    if (size > LARGEST_LIST) throw new Error(t('The list of models is too long.'));
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function errorWords(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return bodyMessage(fieldOf(body, 'error') ?? body) ?? text;
  } catch {
    return text;
  }
}

function textField(value: unknown, name: string): string | null {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
