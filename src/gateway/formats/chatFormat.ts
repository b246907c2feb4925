import type { Message, Role } from '../../engine/message';
import { toOpenAiMessages } from '../../engine/openAiMessages';
import { chatParts } from '../../wire/chatParts';
import { readToolCalls, toolCallPart } from '../../wire/chatToolCalls';
import { isList, isRecord, recordAt, stringAt, type JsonRecord } from '../../wire/jsonValue';
import type { UnitEdit } from './unitEdit';
import { isInjected, messageId, type Place, type ReadRequest, readRequest, type WireFormat } from './wireFormat';

/** Chat completions: `POST /v1/chat/completions`. */
export const chatFormat: WireFormat = {
  name: 'chat',
  listKey: 'messages',
  read,
  edit: (items, edit) => items.map((item) => editItem(item, edit)),
  editBlocks: (blocks) => blocks,
  compose: (message) => ({ ...toOpenAiMessages([message], { includesReasoning: false })[0] }),
  summaryBody: ({ model, instructions, text }) => ({
    model,
    messages: [
      ...(instructions === '' ? [] : [{ role: 'system', content: instructions }]),
      { role: 'user', content: text },
    ],
  }),
};

function read(body: JsonRecord): ReadRequest | null {
  const { messages: list } = body;
  if (!isList(list) || !list.every(isRecord)) return null;
  const names = new Map<string, string>();
  let functionCallId = '';
  const messages = list.map((item, index): Message => {
    const role = roleOf(item['role']);
    const calls = role === 'assistant' ? [...readToolCalls(item['tool_calls'], index)] : [];
    const legacy = role === 'assistant' ? recordAt(item, 'function_call') : null;
    if (legacy !== null) {
      functionCallId = `call-${String(index)}`;
      calls.push(toolCallPart(functionCallId, legacy, legacy['arguments']));
    }
    for (const { id, name } of calls) names.set(id, name);
    const parts = chatParts(item, calls);
    const id = messageId(index);
    if (role === 'tool') {
      const toolCallId = stringAt(item, 'tool_call_id') ?? functionCallId;
      const toolName = names.get(toolCallId) ?? stringAt(item, 'name');
      return { id, role, parts, toolCallId, ...(toolName === null ? {} : { toolName }) };
    }
    return { id, role, parts, ...(role === 'user' && isInjected(parts) ? { synthetic: 'injected' as const } : {}) };
  });
  return readRequest(body, {
    messages,
    places: list.map((_item, index): Place => ({ from: index, to: index + 1, blocks: null })),
    items: list,
    conversation: stringAt(body, 'prompt_cache_key'),
  });
}

function roleOf(role: unknown): Role {
  switch (role) {
    case 'assistant':
    case 'system':
    case 'tool':
      return role;
    case 'developer':
      return 'system';
    case 'function':
      return 'tool';
    default:
      return 'user';
  }
}

function editItem(item: JsonRecord, edit: UnitEdit): JsonRecord {
  const edited: Record<string, unknown> = { ...item };
  if (edit.text !== null) edited['content'] = editedContent(item['content'], edit.text, edit.keepsMedia, 'text');
  if (edit.answers !== null && 'tool_call_id' in item) edited['tool_call_id'] = edit.answers;
  const calls = item['tool_calls'];
  if (isList(calls)) edited['tool_calls'] = calls.map((call, position) => editCall(call, position, edit));
  const legacy = recordAt(item, 'function_call');
  const text = edit.arguments.get(isList(calls) ? calls.length : 0);
  if (legacy !== null && text !== undefined) edited['function_call'] = { ...legacy, arguments: text };
  return edited;
}

function editCall(call: unknown, position: number, edit: UnitEdit): unknown {
  if (!isRecord(call)) return call;
  const text = edit.arguments.get(position);
  const id = edit.callIds.get(position);
  const called = recordAt(call, 'function');
  const custom = recordAt(call, 'custom');
  return {
    ...call,
    ...(id === undefined ? {} : { id }),
    ...(text !== undefined && called !== null ? { function: { ...called, arguments: text } } : {}),
    ...(text !== undefined && custom !== null ? { custom: { ...custom, input: customInput(text) } } : {}),
  };
}

/** The input of a custom tool, which is any text and stands in JSON with us. */
export function customInput(json: string): string {
  const value: unknown = JSON.parse(json);
  return isRecord(value) ? (stringAt(value, 'input') ?? json) : json;
}

/**
 * The content of a result with another text, in the shape it had: a string, or blocks. A marker for the prompt cache stays.
 *
 * @param type of a block that is text
 */
export function editedContent(content: unknown, text: string, keepsMedia: boolean, type: string): unknown {
  if (!isList(content)) return text;
  const isText = (block: unknown): boolean => !isRecord(block) || textTypes.has(stringAt(block, 'type') ?? '');
  const marked = content.findLast(
    (block) => isRecord(block) && 'cache_control' in block && (isText(block) || !keepsMedia),
  );
  const marker = isRecord(marked) ? { cache_control: marked['cache_control'] } : {};
  return [{ type, text, ...marker }, ...(keepsMedia ? content.filter((block) => mediaTypes.has(typeOf(block))) : [])];
}

const textTypes = new Set(['text', 'input_text', 'output_text']);
const mediaTypes = new Set(['image', 'image_url', 'input_image', 'input_audio', 'document', 'file', 'input_file']);

function typeOf(block: unknown): string {
  return isRecord(block) ? (stringAt(block, 'type') ?? '') : '';
}
