import type { Usage } from '../engine/message';
import { isRecord, numberAt, recordAt } from './jsonValue';

/** Usage as chat completions and the Responses API report it; null where there is none. */
export function readChatUsage(usage: unknown): Usage | null {
  if (!isRecord(usage)) return null;
  const input = numberAt(usage, 'prompt_tokens') ?? numberAt(usage, 'input_tokens');
  const output = numberAt(usage, 'completion_tokens') ?? numberAt(usage, 'output_tokens');
  if (input === null && output === null) return null;
  const details = recordAt(usage, 'prompt_tokens_details') ?? recordAt(usage, 'input_tokens_details');
  const cached = details === null ? null : numberAt(details, 'cached_tokens');
  return {
    inputTokens: input ?? 0,
    outputTokens: output ?? 0,
    ...(cached === null ? {} : { cachedInputTokens: cached }),
  };
}
