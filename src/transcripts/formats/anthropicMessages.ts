import type { Message, Part } from '../../engine/message';
import { isList, isRecord, jsonText, stringAt, type JsonRecord } from '../jsonValue';
import type { MessageDraft } from '../messageDraft';
import type { ProblemList } from '../problemList';
import type { ReadContext, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { readContent } from './anthropicBlocks';
import { ConversationList, someSampleMessage, type ChatItem } from './conversations';

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
  return someSampleMessage(sample, hasOwnBlocks) ? 0.95 : 0;
}

function hasOwnBlocks({ content }: JsonRecord): boolean {
  return isList(content) && content.some((block) => isRecord(block) && BLOCKS.test(stringAt(block, 'type') ?? ''));
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
      const messages = readMessages(conversation.system, conversation.items, problems);
      return { messages, model: conversation.model, ...several };
    },
  };
}

function readMessages(system: unknown, items: readonly ChatItem[], problems: ProblemList): readonly Message[] {
  const reader = new MessageReader(problems);
  const prompt = readContent(system).parts;
  if (prompt.length > 0) reader.add('system', prompt, {}, undefined);
  for (const { value, source } of items) {
    if (isRecord(value)) reader.read(value, source);
    else problems.report('info', source, 'An item of the list is no message; it was left out.');
  }
  return reader.messages;
}

class MessageReader {
  readonly messages: Message[] = [];
  private readonly toolNames = new Map<string, string>();

  constructor(private readonly problems: ProblemList) {}

  read(value: JsonRecord, source: ChatItem['source']): void {
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
    this.add(roleOf(value, source, this.problems), parts, value, source);
  }

  add(role: Message['role'], parts: readonly Part[], value: JsonRecord, source: ChatItem['source']): MessageDraft {
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
