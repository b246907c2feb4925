import type { Usage } from '../engine/message';
import type { ToolCallDelta } from './toolCallDeltas';

/**
 * One streamed chunk as servers really send it: the documented fields and the reasoning fields of others, all optional.
 * The SDK's own type promises more than compatible servers keep.
 */
export interface OpenAiChunk {
  readonly choices?: readonly OpenAiChoice[] | null;
  readonly usage?: OpenAiUsage | null;
  /** `error` where vLLM reports a failure in place of a chunk. */
  readonly object?: unknown;
}

interface OpenAiChoice {
  readonly delta?: OpenAiDelta | null;
  /** Sent in place of `delta` by servers that answer all at once. */
  readonly message?: OpenAiDelta | null;
  readonly finish_reason?: string | null;
  /** OpenRouter, where the provider behind it failed. */
  readonly error?: unknown;
}

export interface OpenAiDelta {
  readonly content?: unknown;
  readonly refusal?: string | null;
  /** DeepSeek, vLLM, LM Studio. */
  readonly reasoning_content?: string | null;
  /** OpenRouter, Groq, Ollama. */
  readonly reasoning?: string | null;
  /** OpenRouter, beside `reasoning` or in its place. */
  readonly reasoning_details?: unknown;
  readonly tool_calls?: readonly ToolCallDelta[] | null;
}

interface OpenAiUsage {
  readonly prompt_tokens?: number | null;
  readonly completion_tokens?: number | null;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number | null } | null;
  /** DeepSeek. */
  readonly prompt_cache_hit_tokens?: number | null;
}

/** Failures that come as a chunk or as the reason of the end; all others the SDK throws by itself. */
export function chunkError(chunk: OpenAiChunk): object | undefined {
  if (chunk.object === 'error') return chunk;
  const choice = chunk.choices?.[0];
  if (typeof choice?.error === 'object' && choice.error !== null) return choice.error;
  const reason = choice?.finish_reason;
  // DeepSeek ends so when its machines are too busy to go on.
  if (reason === 'error' || reason === 'insufficient_system_resource') {
    return { message: `The reply ended with the reason ${reason}.`, code: reason };
  }
  return undefined;
}

/** The text of a delta: a string, or parts of which the text ones count. */
export function deltaText(delta: OpenAiDelta): string {
  const { content, refusal } = delta;
  const said = typeof refusal === 'string' ? refusal : '';
  if (typeof content === 'string') return content + said;
  return joinedTexts(content, 'text') + said;
}

/** The reasoning of a delta. A server that sends several of the fields sends the same text in each. */
export function deltaThinking(delta: OpenAiDelta): string {
  const { reasoning_content: content, reasoning } = delta;
  if (typeof content === 'string' && content !== '') return content;
  if (typeof reasoning === 'string' && reasoning !== '') return reasoning;
  const details = joinedTexts(delta.reasoning_details, 'text') + joinedTexts(delta.reasoning_details, 'summary');
  if (details !== '' || !Array.isArray(delta.content)) return details;
  // Mistral: parts of the content that hold parts of their own.
  return delta.content.map((part: unknown) => joinedTexts(fieldOf(part, 'thinking'), 'text')).join('');
}

/** What the items of a list have under the name, if it is a text. */
function joinedTexts(list: unknown, name: string): string {
  if (!Array.isArray(list)) return '';
  return list
    .map((item: unknown) => fieldOf(item, name))
    .filter((value) => typeof value === 'string')
    .join('');
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The usage a chunk reports, or undefined when it reports none that can be used. */
export function chunkUsage(chunk: OpenAiChunk): Usage | undefined {
  const usage = chunk.usage;
  if (typeof usage?.prompt_tokens !== 'number') return undefined;
  const cached = usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens;
  return {
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens ?? 0,
    ...(typeof cached === 'number' ? { cachedInputTokens: cached } : {}),
  };
}
