import type { Part, RawPart, ToolCallPart } from '../engine/message';
import { readChatContent } from './chatContent';
import { asString, isList, isRecord, jsonText, stringAt, type JsonRecord } from './jsonValue';

/** Items of the Responses API, as requests carry them and Codex records them. */

/** Reasoning in words, and encrypted behind the last of them. */
export function reasoningParts(item: JsonRecord): Part[] {
  const texts = [...textsIn(item['summary']), ...textsIn(item['content'])];
  const redacted = stringAt(item, 'encrypted_content') ?? '';
  if (redacted === '') return texts.map((text) => ({ type: 'thinking', text }));
  const last = texts.pop() ?? '';
  return [...texts.map((text): Part => ({ type: 'thinking', text })), { type: 'thinking', text: last, redacted }];
}

function textsIn(blocks: unknown): string[] {
  if (typeof blocks === 'string') return [blocks];
  if (!isList(blocks)) return [];
  return blocks.flatMap((block) => (isRecord(block) && typeof block['text'] === 'string' ? [block['text']] : []));
}

/** The call an item makes; null where a tool of the provider's own makes it, which nobody answers. */
export function callPart(item: JsonRecord, fallbackId: string): ToolCallPart | null {
  const id = asString(item['call_id']) ?? asString(item['id']) ?? fallbackId;
  const called = item['arguments'];
  switch (item['type']) {
    case 'function_call':
      return { type: 'toolCall', id, name: asString(item['name']) ?? 'unknown', arguments: argumentsText(called) };
    case 'custom_tool_call': {
      // Its input is any text, which stands in JSON as it does in a chat.
      const input = jsonText({ input: item['input'] ?? '' });
      return { type: 'toolCall', id, name: stringAt(item, 'name') ?? 'unknown', arguments: input };
    }
    case 'local_shell_call':
      return { type: 'toolCall', id, name: 'local_shell', arguments: jsonText(item['action'] ?? {}) };
    case 'tool_search_call':
      if (stringAt(item, 'call_id') === null) return null;
      return { type: 'toolCall', id, name: 'tool_search', arguments: argumentsText(called) };
    default:
      return null;
  }
}

function argumentsText(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value ?? {});
}

/** What a tool gave back. */
export function outputParts(item: JsonRecord): Part[] {
  if (item['type'] === 'tool_search_output') return [rawPart(item)];
  const { output } = item;
  // Older files wrap the text beside a word on success.
  const content = isRecord(output) && 'content' in output ? output['content'] : output;
  return readChatContent(content);
}

/** Whether an output tells of a failure: by a field, or by the exit code its text begins or ends with. */
export function isFailure(item: JsonRecord, parts: readonly Part[]): boolean {
  const { output } = item;
  if (isRecord(output) && typeof output['success'] === 'boolean') return !output['success'];
  const text = parts[0]?.type === 'text' ? parts[0].text : '';
  const found = text.startsWith('{"output"')
    ? /"exit_code":(-?\d+)/.exec(text.slice(-END_CHARACTERS))
    : /^(?:Exit code: |[^]*?\nProcess exited with code )(-?\d+)/.exec(text.slice(0, END_CHARACTERS));
  return found !== null && found[1] !== '0';
}

/** Characters at an end of an output that an exit code stands in. */
const END_CHARACTERS = 200;

export function rawPart(item: JsonRecord): RawPart {
  return { type: 'raw', kind: stringAt(item, 'type') ?? 'unknown', json: jsonText(item) };
}
