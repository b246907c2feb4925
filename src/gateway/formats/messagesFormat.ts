import { textOf, toolCallsOf, type Message } from '../../engine/message';
import { resultText } from '../../engine/resultText';
import { readContent } from '../../wire/anthropicBlocks';
import { isList, isRecord, recordAt, stringAt, type JsonRecord } from '../../wire/jsonValue';
import { editedContent } from './chatFormat';
import type { UnitEdit } from './unitEdit';
import { isInjected, messageId, type Place, type ReadRequest, readRequest, type WireFormat } from './wireFormat';

/** Anthropic's messages: `POST /v1/messages`. */
export const messagesFormat: WireFormat = {
  name: 'messages',
  listKey: 'messages',
  read,
  edit: (items, edit) => items.map((item) => editItem(item, edit)),
  editBlocks: (blocks, edit) => blocks.map((block) => editBlock(block, edit)),
  compose,
  summaryBody: ({ model, instructions, text, maxOutputTokens }) => ({
    model,
    max_tokens: maxOutputTokens,
    ...(instructions === '' ? {} : { system: instructions }),
    messages: [{ role: 'user', content: text }],
  }),
};

function read(body: JsonRecord): ReadRequest | null {
  const { messages: list, system } = body;
  if (!isList(list) || !list.every(isRecord)) return null;
  const reading = new Reading();
  const { parts } = readContent(system);
  if (parts.length > 0) reading.add({ role: 'system', parts }, { from: -1, to: -1, blocks: null });
  list.forEach((item, position) => reading.addItem(item, position));
  return readRequest(body, {
    messages: reading.messages,
    places: reading.places,
    items: list,
    conversation: sessionIn(stringAt(recordAt(body, 'metadata') ?? {}, 'user_id')),
  });
}

/** Claude Code names the session at the end of the user's id. */
function sessionIn(userId: string | null): string | null {
  return userId === null ? null : (/session_[\w-]{8,}$/.exec(userId)?.[0] ?? null);
}

class Reading {
  readonly messages: Message[] = [];
  readonly places: Place[] = [];
  readonly #names = new Map<string, string>();

  add(message: Omit<Message, 'id'>, place: Place): void {
    this.messages.push({ id: messageId(this.messages.length), ...message });
    this.places.push(place);
  }

  addItem(item: JsonRecord, position: number): void {
    const content = item['content'];
    const whole = { from: position, to: position + 1, blocks: null };
    const { parts, toolResults } = readContent(content);
    if (item['role'] === 'assistant') {
      const message = { role: 'assistant' as const, parts };
      for (const { id, name } of toolCallsOf({ id: '', ...message })) this.#names.set(id, name);
      this.add(message, whole);
      return;
    }
    const blocks = isList(content) ? content : [];
    const isResult = (block: unknown): boolean => isRecord(block) && block['type'] === 'tool_result';
    const others = [...blocks.keys()].filter((block) => !isResult(blocks[block]));
    let next = 0;
    blocks.forEach((block, blockPosition) => {
      if (!isResult(block)) return;
      const result = toolResults[next];
      next += 1;
      if (result === undefined) return;
      const toolName = this.#names.get(result.callId);
      this.add(
        {
          role: 'tool',
          parts: result.parts,
          toolCallId: result.callId,
          ...(toolName === undefined ? {} : { toolName }),
          ...(result.isError ? { isError: true } : {}),
        },
        { from: position, to: position + 1, blocks: [blockPosition] },
      );
    });
    if (toolResults.length > 0 && others.length === 0) return;
    const role = item['role'] === 'system' ? 'system' : 'user';
    // What stands beside results, such as a reminder of the harness, is no word of the user.
    const synthetic = role === 'user' && isInjected(parts) ? { synthetic: 'injected' as const } : {};
    this.add({ role, parts, ...synthetic }, toolResults.length === 0 ? whole : { ...whole, blocks: others });
  }
}

function editItem(item: JsonRecord, edit: UnitEdit): JsonRecord {
  const { content } = item;
  if (!isList(content)) return item;
  let position = -1;
  return {
    ...item,
    content: content.map((block) => {
      if (!isRecord(block) || block['type'] !== 'tool_use') return editBlock(block, edit);
      position += 1;
      const text = edit.arguments.get(position);
      const id = edit.callIds.get(position);
      return {
        ...block,
        ...(id === undefined ? {} : { id }),
        ...(text === undefined ? {} : { input: JSON.parse(text) as unknown }),
      };
    }),
  };
}

function editBlock(block: unknown, edit: UnitEdit): unknown {
  if (!isRecord(block) || block['type'] !== 'tool_result') return block;
  return {
    ...block,
    ...(edit.answers === null ? {} : { tool_use_id: edit.answers }),
    ...(edit.text === null ? {} : { content: editedContent(block['content'], edit.text, edit.keepsMedia, 'text') }),
  };
}

function compose(message: Message): JsonRecord {
  if (message.role !== 'tool')
    return { role: message.role === 'assistant' ? 'assistant' : 'user', content: textOf(message) };
  const result = { type: 'tool_result', tool_use_id: message.toolCallId ?? '', content: resultText(message) };
  return { role: 'user', content: [result] };
}
