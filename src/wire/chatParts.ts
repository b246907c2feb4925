import type { Part, ToolCallPart } from '../engine/message';
import { readChatContent } from './chatContent';
import { joined } from './joined';
import { asString, type JsonRecord } from './jsonValue';

/** What a message says, in the order it was thought and said. */
export function chatParts(value: JsonRecord, calls: readonly ToolCallPart[]): readonly Part[] {
  // Reasoning as DeepSeek, vLLM and OpenRouter put it beside the content.
  const thinking = asString(value['reasoning_content']) ?? asString(value['reasoning']) ?? '';
  const refusal = asString(value['refusal']) ?? '';
  const content: readonly Part[] = readChatContent(value['content']);
  const said = refusal === '' ? content : joined<Part>(content, [{ type: 'text', text: refusal }]);
  const all = joined<Part>(said, calls);
  return thinking === '' ? all : joined<Part>([{ type: 'thinking', text: thinking }], all);
}
