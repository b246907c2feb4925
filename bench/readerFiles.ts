import type { Message } from '../src/engine/message';
import type { JournalEntry } from '../src/engine/journal';

/** One session as a file of a format. */
export interface ReaderFile {
  /** Id of the format. */
  readonly format: string;
  readonly name: string;
  /** One JSON text a line; a document is one line. */
  readonly lines: readonly string[];
}

/** The same session in every format Strata reads. */
export function readerFiles(messages: readonly Message[]): readonly ReaderFile[] {
  const openAi = messages.map(openAiMessage);
  const anthropic = messages.map(anthropicMessage);
  return [
    { format: 'strata', name: 'strata', lines: strataEntries(messages).map(json) },
    { format: 'claude-code', name: 'claude-code', lines: anthropic.map(claudeCodeRecord).map(json) },
    { format: 'anthropic-messages', name: 'anthropic-messages, lines', lines: anthropic.map(json) },
    { format: 'anthropic-messages', name: 'anthropic-messages, document', lines: [json({ messages: anthropic })] },
    { format: 'openai-chat', name: 'openai-chat, lines', lines: openAi.map(json) },
    { format: 'openai-chat', name: 'openai-chat, document', lines: [json({ messages: openAi })] },
  ];
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

function strataEntries(messages: readonly Message[]): JournalEntry[] {
  const header: JournalEntry = {
    type: 'header',
    version: 1,
    sessionId: 'bench',
    title: 'Bench',
    createdAt: 0,
    provider: 'offline',
    model: 'gpt-4o',
    window: 128_000,
    reserve: 16_000,
  };
  return [header, ...messages.map((message): JournalEntry => ({ type: 'message', message }))];
}

function openAiMessage({ role, parts, toolCallId }: Message): unknown {
  const content = textOf(parts);
  if (role === 'tool') return { role, tool_call_id: toolCallId, content };
  const calls = parts.flatMap((part) =>
    part.type === 'toolCall'
      ? [{ id: part.id, type: 'function', function: { name: part.name, arguments: part.arguments } }]
      : [],
  );
  return { role, content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

interface AnthropicMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly unknown[];
}

function anthropicMessage({ role, parts, toolCallId }: Message): AnthropicMessage {
  if (role === 'tool') {
    const content = [{ type: 'text', text: textOf(parts) }];
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: toolCallId, content }] };
  }
  const blocks = parts.map((part) =>
    part.type === 'toolCall'
      ? { type: 'tool_use', id: part.id, name: part.name, input: JSON.parse(part.arguments) as unknown }
      : part,
  );
  return { role: role === 'assistant' ? 'assistant' : 'user', content: blocks };
}

function claudeCodeRecord(message: AnthropicMessage, index: number): unknown {
  return {
    parentUuid: index === 0 ? null : `uuid-${index - 1}`,
    isSidechain: false,
    cwd: '/project',
    sessionId: 'bench',
    version: '2.0.0',
    type: message.role,
    message,
    uuid: `uuid-${index}`,
    timestamp: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
  };
}

function textOf(parts: Message['parts']): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
