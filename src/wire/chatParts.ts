import type { Part, ToolCallPart } from '../engine/message';
import { readChatContent } from './chatContent';
import { stringAt, type JsonRecord } from './jsonValue';

/** What a message says, in the order it was thought and said. */
export function chatParts(value: JsonRecord, calls: readonly ToolCallPart[]): readonly Part[] {
  const parts: Part[] = [];
  // Reasoning as DeepSeek, vLLM and OpenRouter put it beside the content.
  const thinking = stringAt(value, 'reasoning_content') ?? stringAt(value, 'reasoning') ?? '';
  if (thinking !== '') parts.push({ type: 'thinking', text: thinking });
  for (const part of readChatContent(value['content'])) parts.push(part);
  const refusal = stringAt(value, 'refusal') ?? '';
  if (refusal !== '') parts.push({ type: 'text', text: refusal });
  for (const call of calls) parts.push(call);
  return parts;
}
