import type { Message } from '../../engine/message';
import { callBoundariesOf } from '../callBoundaries';
import { isList, isRecord, jsonText, stringAt, type JsonRecord } from '../jsonValue';
import { mainModel } from '../mainModel';
import { reportFindings } from '../messageFindings';
import type { ProblemList } from '../problemList';
import { titleFromAssistant, titleFromUser } from '../sessionTitle';
import { TranscriptError, type Transcript } from '../transcript';
import type { ReadContext, TranscriptFormat } from '../transcriptFormat';
import type { TranscriptSource } from '../transcriptSource';
import { readContent } from './anthropicBlocks';
import { chooseConversation, readConversations, sampleMessages, type ChatItem } from './conversations';

/** Requests to Anthropic's Messages API, or their lists of messages. */
export const anthropicMessages: TranscriptFormat = {
  id: 'anthropic-messages',
  label: 'Anthropic messages',
  detect,
  read,
};

const BLOCKS = /^(?:tool_use|tool_result|thinking|redacted_thinking|server_tool_use|\w+_tool_result)$/;

/** Without blocks of its own a list may as well be OpenAI's, which reads the same. */
function detect(sample: readonly unknown[]): number {
  return sampleMessages(sample).some(hasOwnBlocks) ? 0.95 : 0;
}

function hasOwnBlocks({ content }: JsonRecord): boolean {
  return isList(content) && content.some((block) => isRecord(block) && BLOCKS.test(stringAt(block, 'type') ?? ''));
}

async function read(source: TranscriptSource, context: ReadContext): Promise<Transcript> {
  const chosen = chooseConversation(await readConversations(source, context), context);
  const messages = chosen === null ? [] : readMessages(chosen.system, chosen.items, context.problems);
  if (messages.length === 0) throw new TranscriptError('empty', `${source.name} holds no messages.`);
  reportFindings(messages, context.problems);
  const model = chosen?.model ?? mainModel(messages);
  return {
    format: anthropicMessages.id,
    title: titleFromUser(messages) ?? titleFromAssistant(messages) ?? source.name,
    messages,
    callBoundaries: callBoundariesOf(messages),
    problems: context.problems.all(),
    ...(model === undefined ? {} : { model }),
  };
}

function readMessages(system: unknown, items: readonly ChatItem[], problems: ProblemList): readonly Message[] {
  const messages: Message[] = [];
  const names = new Map<string, string>();
  const push = (message: Omit<Message, 'id'>): void => {
    messages.push({ id: `message-${String(messages.length)}`, ...message });
  };
  const prompt = readContent(system).parts;
  if (prompt.length > 0) push({ role: 'system', parts: prompt });
  for (const { value, source } of items) {
    if (!isRecord(value)) {
      problems.report('info', source, 'An item of the list is no message; it was left out.');
      continue;
    }
    const { parts, toolResults } = readContent(value['content']);
    const base = { ...(source === undefined ? {} : { source }), ...(value['_pin'] === true ? { pinned: true } : {}) };
    for (const part of parts) if (part.type === 'toolCall') names.set(part.id, part.name);
    for (const { callId, parts: result, isError } of toolResults) {
      const toolName = names.get(callId);
      push({
        ...base,
        role: 'tool',
        parts: result,
        toolCallId: callId,
        ...(toolName === undefined ? {} : { toolName }),
        ...(isError ? { isError } : {}),
      });
    }
    if (parts.length === 0 && toolResults.length > 0) continue;
    push({ ...base, role: roleOf(value, source, problems), parts });
  }
  return messages;
}

function roleOf(value: JsonRecord, source: ChatItem['source'], problems: ProblemList): Message['role'] {
  const { role } = value;
  if (role === 'user' || role === 'assistant' || role === 'system') return role;
  problems.report('warning', source, `Unknown role ${jsonText(role)}; it is shown as user.`);
  return 'user';
}
