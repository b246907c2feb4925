import type { Message, Role, ToolCallPart } from '../../../engine/message';
import { timeOf } from '../../isoTime';
import { asRecord, asString, isRecord, jsonText, type JsonRecord } from '../../../wire/jsonValue';
import type { MessageDraft } from '../../messageDraft';
import type { ProblemList } from '../../problemList';
import { chatParts } from '../../../wire/chatParts';
import { readToolCalls, toolCallPart } from '../../../wire/chatToolCalls';
import type { ChatItem } from '../conversations';
import type { ReadItems } from '../requests/recordedRequests';

/** Messages of one chat, in order. Items that are no messages are left out and reported. */
export function readChatMessages(items: readonly ChatItem[], problems: ProblemList): ReadItems {
  const reader = new ChatReader(problems);
  const starts = items.map((item) => {
    const start = reader.messages.length;
    reader.add(item);
    return start;
  });
  return { messages: reader.messages, starts: [...starts, reader.messages.length] };
}

class ChatReader {
  readonly messages: Message[] = [];
  private readonly toolNames = new Map<string, string>();
  /** Id given to the last call in the old form, which has none. */
  private functionCallId = '';

  constructor(private readonly problems: ProblemList) {}

  add(item: ChatItem): void {
    const { value, source } = item;
    if (!isRecord(value)) {
      this.problems.report('info', source, 'An item of the list is no message; it was left out.');
      return;
    }
    const role = this.roleOf(value, source);
    const index = this.messages.length;
    const calls = role === 'assistant' ? this.callsOf(value, index) : [];
    for (const call of calls) this.toolNames.set(call.id, call.name);
    const message: MessageDraft = { id: `message-${String(index)}`, role, parts: chatParts(value, calls) };
    if (role === 'tool') this.addAnswer(value, message);
    if (value['_pin'] === true) message.pinned = true;
    const timestamp = asString(value['timestamp']);
    const createdAt = timestamp === null ? Number.NaN : timeOf(timestamp);
    if (!Number.isNaN(createdAt)) message.createdAt = createdAt;
    const model = role === 'assistant' ? (item.model ?? asString(value['model'])) : null;
    if (model !== null) message.model = model;
    if (item.usage != null) message.usage = item.usage;
    if (item.isSummary === true && role === 'user') message.synthetic = 'summary';
    if (source !== undefined) message.source = source;
    this.messages.push(message);
  }

  private roleOf(value: JsonRecord, source: ChatItem['source']): Role {
    switch (value['role']) {
      case 'user':
      case 'assistant':
      case 'tool':
      case 'system':
        return value['role'];
      case 'developer':
        return 'system';
      case 'function':
        return 'tool';
      default:
        this.problems.report('warning', source, `Unknown role ${jsonText(value['role'])}; it is shown as user.`);
        return 'user';
    }
  }

  private addAnswer(value: JsonRecord, message: MessageDraft): void {
    const toolCallId = asString(value['tool_call_id']) ?? (value['role'] === 'function' ? this.functionCallId : '');
    const toolName = this.toolNames.get(toolCallId) ?? asString(value['name']);
    message.toolCallId = toolCallId;
    if (toolName !== null) message.toolName = toolName;
  }

  private callsOf(value: JsonRecord, index: number): readonly ToolCallPart[] {
    const calls = readToolCalls(value['tool_calls'], index);
    const legacy = asRecord(value['function_call']);
    if (legacy === null) return calls;
    this.functionCallId = `call-${String(index)}`;
    return [...calls, toolCallPart(this.functionCallId, legacy, legacy['arguments'])];
  }
}
