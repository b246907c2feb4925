import type { Part } from '../../../engine/message';
import { isList, isRecord, jsonText, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import { readChatContent } from '../../../wire/chatContent';
import { toolCallPart } from '../../../wire/chatToolCalls';

/** Output items of one reply of the Responses API, as parts in their order. Never throws. */
export function readResponseItems(items: readonly unknown[]): readonly Part[] {
  return items.flatMap((item) =>
    isRecord(item) ? readItem(item) : [{ type: 'raw', kind: 'unreadable', json: jsonText(item) } as const],
  );
}

function readItem(item: JsonRecord): readonly Part[] {
  switch (item['type']) {
    case 'message':
      return readChatContent(item['content']);
    case 'reasoning':
      return [readReasoning(item)];
    case 'function_call':
      return [toolCallPart(stringAt(item, 'call_id') ?? stringAt(item, 'id') ?? '', item, item['arguments'])];
    default:
      return [{ type: 'raw', kind: stringAt(item, 'type') ?? 'unknown', json: jsonText(item) }];
  }
}

function readReasoning(item: JsonRecord): Part {
  const texts = [item['summary'], item['content']].flatMap((list) => (isList(list) ? list : []));
  const text = texts.flatMap((part) => (isRecord(part) ? (stringAt(part, 'text') ?? []) : [])).join('\n');
  const encrypted = stringAt(item, 'encrypted_content');
  return encrypted === null ? { type: 'thinking', text } : { type: 'thinking', text, redacted: encrypted };
}
