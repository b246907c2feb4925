import type { Message, Part } from '../../engine/message';
import { asString, isList, isRecord, jsonText, type JsonRecord } from '../../wire/jsonValue';
import type { MessageDraft } from '../messageDraft';
import { ProblemList } from '../problemList';
import type { ReadContext, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { readContent } from '../../wire/anthropicBlocks';
import { ConversationList, someSampleCall, someSampleMessage, type ChatItem } from './conversations';
import { isAnthropicReply, type LoggedCall } from './requests/loggedRequest';
import { recordedRequests, type ReadItems } from './requests/recordedRequests';

/** Requests to Anthropic's Messages API, or their lists of messages. */
export const anthropicMessages: TranscriptFormat = {
  id: 'anthropic-messages',
  label: 'Anthropic messages',
  detect,
  open,
};

const BLOCKS = /^(?:tool_use|tool_result|thinking|redacted_thinking|server_tool_use|\w+_tool_result)$/;

/** Without blocks of its own a list may as well be OpenAI's, which reads the same. */
function detect(sample: readonly unknown[]): number {
  return someSampleMessage(sample, hasOwnBlocks) || someSampleCall(sample, isOwnCall) ? 0.95 : 0;
}

/** OpenAI's requests have the system prompt among the messages, and its responses have choices. */
function isOwnCall({ request, response }: LoggedCall): boolean {
  return request['system'] !== undefined || (response !== null && isAnthropicReply(response));
}

function hasOwnBlocks({ content }: JsonRecord): boolean {
  return isList(content) && content.some((block) => isRecord(block) && BLOCKS.test(asString(block['type']) ?? ''));
}

function open(context: ReadContext): RecordReader {
  const list = new ConversationList(context);
  return {
    add(record, position) {
      list.add(record, position);
    },
    finish(problems) {
      const choice = list.choose(problems);
      if (choice === null) return { messages: [] };
      const { conversation, ...several } = choice;
      const read = readMessages(conversation.items, problems);
      const recorded = recordedRequests(
        conversation.compactions,
        read,
        (value) => readMessages([{ value, source: undefined }], new ProblemList()).messages,
      );
      return { messages: read.messages, model: conversation.model, ...recorded, ...several };
    },
  };
}

function readMessages(items: readonly ChatItem[], problems: ProblemList): ReadItems {
  const reader = new MessageReader(problems);
  const starts = items.map((item) => {
    const start = reader.messages.length;
    if (isRecord(item.value)) reader.read(item.value, item);
    else problems.report('info', item.source, 'An item of the list is no message; it was left out.');
    return start;
  });
  return { messages: reader.messages, starts: [...starts, reader.messages.length] };
}

class MessageReader {
  readonly messages: Message[] = [];
  private readonly toolNames = new Map<string, string>();

  constructor(private readonly problems: ProblemList) {}

  read(value: JsonRecord, item: ChatItem): void {
    const { source } = item;
    const { parts, toolResults } = readContent(value['content']);
    for (const part of parts) if (part.type === 'toolCall') this.toolNames.set(part.id, part.name);
    for (const { callId, parts: result, isError } of toolResults) {
      const message = this.add('tool', result, value, source);
      message.toolCallId = callId;
      const toolName = this.toolNames.get(callId);
      if (toolName !== undefined) message.toolName = toolName;
      if (isError) message.isError = true;
    }
    if (parts.length === 0 && toolResults.length > 0) return;
    const message = this.add(roleOf(value, source, this.problems), parts, value, source);
    if (item.model != null && message.role === 'assistant') message.model = item.model;
    if (item.usage != null) message.usage = item.usage;
    if (item.isSummary === true && message.role === 'user') message.synthetic = 'summary';
  }

  private add(
    role: Message['role'],
    parts: readonly Part[],
    value: JsonRecord,
    source: ChatItem['source'],
  ): MessageDraft {
    const message: MessageDraft = { id: `message-${String(this.messages.length)}`, role, parts };
    if (source !== undefined) message.source = source;
    if (value['_pin'] === true) message.pinned = true;
    this.messages.push(message);
    return message;
  }
}

function roleOf(value: JsonRecord, source: ChatItem['source'], problems: ProblemList): Message['role'] {
  const { role } = value;
  if (role === 'user' || role === 'assistant' || role === 'system') return role;
  problems.report('warning', source, `Unknown role ${jsonText(role)}; it is shown as user.`);
  return 'user';
}
