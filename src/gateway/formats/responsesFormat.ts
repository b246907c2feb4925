import { textOf, type Message, type Part } from '../../engine/message';
import { resultText } from '../../engine/resultText';
import { readChatContent } from '../../wire/chatContent';
import { isList, isRecord, recordAt, stringAt, type JsonRecord } from '../../wire/jsonValue';
import { callPart, isFailure, outputParts, rawPart, reasoningParts } from '../../wire/responseItems';
import { customInput, editedContent } from './chatFormat';
import type { UnitEdit } from './unitEdit';
import { isInjected, messageId, type Place, type ReadRequest, readRequest, type WireFormat } from './wireFormat';

/** OpenAI's responses: `POST /v1/responses`. */
export const responsesFormat: WireFormat = {
  name: 'responses',
  listKey: 'input',
  read,
  edit: editItems,
  editBlocks: (blocks) => blocks,
  compose: (message) =>
    message.role === 'tool'
      ? { type: 'function_call_output', call_id: message.toolCallId ?? '', output: resultText(message) }
      : { type: 'message', role: 'user', content: [{ type: 'input_text', text: textOf(message) }] },
  summaryBody: ({ model, instructions, text, maxOutputTokens }) => ({
    model,
    ...(instructions === '' ? {} : { instructions }),
    input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }],
    max_output_tokens: maxOutputTokens,
    store: false,
  }),
};

function read(body: JsonRecord): ReadRequest | null {
  const { input: list } = body;
  // What the server keeps cannot be seen here, and a string is a question without a history.
  if (stringAt(body, 'previous_response_id') !== null || (body['conversation'] ?? null) !== null) return null;
  if (!isList(list) || !list.every(isRecord)) return null;
  if (list.some((item) => item['type'] === 'item_reference')) return null;
  const reading = new Reading();
  const instructions = stringAt(body, 'instructions') ?? '';
  if (instructions !== '') reading.addBeside(instructions);
  list.forEach((item, position) => reading.addItem(item, position));
  reading.closeReply();
  return readRequest(body, {
    messages: reading.messages,
    places: reading.places,
    items: list,
    conversation: stringAt(body, 'prompt_cache_key'),
  });
}

/** One reply stands there as several items: reasoning, words, calls. Here it is one message. */
class Reading {
  readonly messages: Message[] = [];
  readonly places: Place[] = [];
  readonly #names = new Map<string, string>();
  #reply: { readonly from: number; to: number; readonly parts: Part[] } | null = null;

  addBeside(instructions: string): void {
    this.#add({ role: 'system', parts: [{ type: 'text', text: instructions }] }, { from: -1, to: -1, blocks: null });
  }

  addItem(item: JsonRecord, position: number): void {
    const type = stringAt(item, 'type') ?? 'message';
    const place = { from: position, to: position + 1, blocks: null };
    if (type.endsWith('_output')) {
      this.closeReply();
      const parts = outputParts(item);
      const toolCallId = stringAt(item, 'call_id') ?? '';
      const toolName = this.#names.get(toolCallId);
      this.#add(
        {
          role: 'tool',
          parts,
          toolCallId,
          ...(toolName === undefined ? {} : { toolName }),
          ...(isFailure(item, parts) ? { isError: true } : {}),
        },
        place,
      );
      return;
    }
    if (type === 'message' && item['role'] !== 'assistant') {
      this.closeReply();
      const parts = readChatContent(item['content']);
      const role = item['role'] === 'user' ? 'user' : 'system';
      this.#add({ role, parts, ...(role === 'user' && isInjected(parts) ? { synthetic: 'injected' } : {}) }, place);
      return;
    }
    this.#reply ??= { from: position, to: position, parts: [] };
    this.#reply.to = position + 1;
    this.#reply.parts.push(...partsOf(item, type, position));
  }

  closeReply(): void {
    const reply = this.#reply;
    this.#reply = null;
    if (reply === null) return;
    for (const part of reply.parts) if (part.type === 'toolCall') this.#names.set(part.id, part.name);
    this.#add({ role: 'assistant', parts: reply.parts }, { from: reply.from, to: reply.to, blocks: null });
  }

  #add(message: Omit<Message, 'id'>, place: Place): void {
    this.messages.push({ id: messageId(this.messages.length), ...message });
    this.places.push(place);
  }
}

/** Items of a reply, as parts. */
export function partsOf(item: JsonRecord, type: string, position: number): readonly Part[] {
  if (type === 'message') return readChatContent(item['content']);
  if (type === 'reasoning') return reasoningParts(item);
  const call = callPart(item, `call-${String(position)}`);
  return [call ?? rawPart(item)];
}

function editItems(items: readonly JsonRecord[], edit: UnitEdit): readonly JsonRecord[] {
  let position = -1;
  return items.map((item) => {
    if (stringAt(item, 'type')?.endsWith('_output') === true) return editOutput(item, edit);
    if (callPart(item, '') === null) return item;
    position += 1;
    const text = edit.arguments.get(position);
    const id = edit.callIds.get(position);
    return {
      ...item,
      ...(id === undefined ? {} : { call_id: id }),
      ...(text === undefined ? {} : editedArguments(item, text)),
    };
  });
}

function editedArguments(item: JsonRecord, text: string): JsonRecord {
  switch (item['type']) {
    case 'custom_tool_call':
      return { input: customInput(text) };
    case 'local_shell_call':
      return { action: JSON.parse(text) as unknown };
    default:
      return { arguments: text };
  }
}

function editOutput(item: JsonRecord, edit: UnitEdit): JsonRecord {
  const wrapped = recordAt(item, 'output');
  const content = (text: string): unknown =>
    wrapped === null
      ? editedContent(item['output'], text, edit.keepsMedia, 'input_text')
      : { ...wrapped, content: text };
  return {
    ...item,
    ...(edit.answers === null ? {} : { call_id: edit.answers }),
    ...(edit.text === null ? {} : { output: content(edit.text) }),
  };
}
