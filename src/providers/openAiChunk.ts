import type { Usage } from '../engine/message';
import type { ToolCallDelta } from './toolCallDeltas';

/**
 * One streamed chunk as servers really send it: the documented fields and the reasoning fields of others, all optional.
 * The SDK's own type promises more than compatible servers keep.
 */
export interface OpenAiChunk {
  readonly choices?: readonly OpenAiChoice[] | null;
  readonly usage?: OpenAiUsage | null;
}

interface OpenAiChoice {
  readonly delta?: OpenAiDelta | null;
  /** Sent in place of `delta` by servers that answer all at once. */
  readonly message?: OpenAiDelta | null;
  readonly finish_reason?: string | null;
}

export interface OpenAiDelta {
  readonly content?: unknown;
  readonly refusal?: string | null;
  /** DeepSeek, vLLM, LM Studio. */
  readonly reasoning_content?: string | null;
  /** OpenRouter, Groq, Ollama. */
  readonly reasoning?: string | null;
  readonly tool_calls?: readonly ToolCallDelta[] | null;
}

interface OpenAiUsage {
  readonly prompt_tokens?: number | null;
  readonly completion_tokens?: number | null;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number | null } | null;
  /** DeepSeek. */
  readonly prompt_cache_hit_tokens?: number | null;
}

/** The text of a delta: a string, or parts of which the text ones count. */
export function deltaText(delta: OpenAiDelta): string {
  const { content, refusal } = delta;
  const said = typeof refusal === 'string' ? refusal : '';
  if (typeof content === 'string') return content + said;
  if (!Array.isArray(content)) return said;
  const texts = content.map((part: unknown) =>
    typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string' ? part.text : '',
  );
  return texts.join('') + said;
}

/** The reasoning of a delta. A server that sends both fields sends the same text in both. */
export function deltaThinking(delta: OpenAiDelta): string {
  const { reasoning_content: content, reasoning } = delta;
  if (typeof content === 'string' && content !== '') return content;
  return typeof reasoning === 'string' ? reasoning : '';
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
