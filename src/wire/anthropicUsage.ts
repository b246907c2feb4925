import type { Usage } from '../engine/message';
import { isRecord, numberAt } from './jsonValue';

/** Usage as Anthropic's API reports it; null where there is none. What was read is sent, read from the cache, or written to it. */
export function readAnthropicUsage(usage: unknown): Usage | null {
  if (!isRecord(usage)) return null;
  const input = numberAt(usage, 'input_tokens');
  if (input === null) return null;
  const cachedInputTokens = numberAt(usage, 'cache_read_input_tokens') ?? 0;
  const written = numberAt(usage, 'cache_creation_input_tokens') ?? 0;
  const outputTokens = numberAt(usage, 'output_tokens') ?? 0;
  return { inputTokens: input + cachedInputTokens + written, cachedInputTokens, outputTokens };
}
