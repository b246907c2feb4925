import type { ToolCallPart } from '../engine/message';
import { asRecord, asString, isList, isRecord, jsonText, type JsonRecord } from './jsonValue';

/**
 * The calls of a message, function or custom.
 *
 * @param index of the message, for calls without an id
 */
export function readToolCalls(list: unknown, index: number): readonly ToolCallPart[] {
  if (!isList(list)) return NONE;
  const calls = list.map((call, position) => (isRecord(call) ? readToolCall(call, index, position) : null));
  return calls.every((call) => call !== null) ? calls : calls.filter((call) => call !== null);
}

const NONE: readonly never[] = [];

function readToolCall(call: JsonRecord, index: number, position: number): ToolCallPart {
  const id = asString(call['id']) ?? `call-${String(index)}-${String(position)}`;
  const custom = asRecord(call['custom']);
  if (custom !== null) return toolCallPart(id, custom, { input: custom['input'] });
  const called = asRecord(call['function']) ?? {};
  return toolCallPart(id, called, called['arguments']);
}

/** @param called what names the tool; the arguments are kept as they were written */
export function toolCallPart(id: string, called: JsonRecord, callArguments: unknown): ToolCallPart {
  return {
    type: 'toolCall',
    id,
    name: asString(called['name']) ?? 'unknown',
    arguments: typeof callArguments === 'string' ? callArguments : jsonText(callArguments ?? {}),
  };
}
