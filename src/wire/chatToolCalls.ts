import type { ToolCallPart } from '../engine/message';
import { isList, isRecord, jsonText, recordAt, stringAt, type JsonRecord } from './jsonValue';

/**
 * The calls of a message, function or custom.
 *
 * @param index of the message, for calls without an id
 */
export function readToolCalls(list: unknown, index: number): readonly ToolCallPart[] {
  const calls: ToolCallPart[] = [];
  if (!isList(list)) return calls;
  list.forEach((call, position) => {
    if (isRecord(call)) calls.push(readToolCall(call, `call-${String(index)}-${String(position)}`));
  });
  return calls;
}

function readToolCall(call: JsonRecord, fallbackId: string): ToolCallPart {
  const id = stringAt(call, 'id') ?? fallbackId;
  const custom = recordAt(call, 'custom');
  if (custom !== null) return toolCallPart(id, custom, { input: custom['input'] });
  const called = recordAt(call, 'function') ?? {};
  return toolCallPart(id, called, called['arguments']);
}

/** @param called what names the tool; the arguments are kept as they were written */
export function toolCallPart(id: string, called: JsonRecord, callArguments: unknown): ToolCallPart {
  return {
    type: 'toolCall',
    id,
    name: stringAt(called, 'name') ?? 'unknown',
    arguments: typeof callArguments === 'string' ? callArguments : jsonText(callArguments ?? {}),
  };
}
