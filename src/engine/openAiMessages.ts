import { textOf, toolCallsOf } from './message';
import type { MediaPart, Message, Part } from './message';
import { resultText } from './resultText';
import { wireMessage } from './wireMessage';

/** OpenAI chat messages: what the provider sends, what replay and export write. */

export interface OpenAiToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export type OpenAiContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

export type OpenAiChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly OpenAiContentPart[] }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly OpenAiToolCall[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface OpenAiWriting {
  /** Reasoning as `reasoning_content`, which some servers know and others refuse. */
  readonly includesReasoning: boolean;
}

/**
 * The wire form of a context. A `tool` message takes text only, so images of results follow as one message of the user
 * behind the results they belong to.
 */
export function toOpenAiMessages(messages: readonly Message[], writing: OpenAiWriting): OpenAiChatMessage[] {
  const result: OpenAiChatMessage[] = [];
  let media: MediaPart[] = [];
  const flushMedia = (): void => {
    if (media.length > 0) result.push({ role: 'user', content: media.map(mediaContent) });
    media = [];
  };
  for (const message of messages.map(wireMessage)) {
    if (message.role !== 'tool') flushMedia();
    const written = openAiMessage(message, writing);
    // Reasoning alone is nothing once it is left out, and providers refuse an empty message.
    if (written.role !== 'assistant' || !isEmpty(written)) result.push(written);
    if (message.role === 'tool') media.push(...message.parts.filter((part) => part.type === 'media'));
  }
  flushMedia();
  return result;
}

function isEmpty(message: Extract<OpenAiChatMessage, { role: 'assistant' }>): boolean {
  return message.content === '' && message.tool_calls === undefined && message.reasoning_content === undefined;
}

function openAiMessage(message: Message, writing: OpenAiWriting): OpenAiChatMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: resultText(message) };
    case 'user':
      return { role: 'user', content: userContent(message.parts) };
    case 'assistant':
      return assistantMessage(message, writing);
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId ?? '', content: toolContent(message) };
  }
}

function userContent(parts: readonly Part[]): string | readonly OpenAiContentPart[] {
  const content = parts.flatMap((part): OpenAiContentPart[] => {
    if (part.type === 'media') return [mediaContent(part)];
    const text = resultText({ parts: [part] });
    return text === '' ? [] : [{ type: 'text', text }];
  });
  const [first] = content;
  return content.length === 1 && first?.type === 'text' ? first.text : content;
}

function assistantMessage(message: Message, writing: OpenAiWriting): OpenAiChatMessage {
  const calls = toolCallsOf(message).map((call): OpenAiToolCall => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
  const thinking = message.parts.flatMap((part) => (part.type === 'thinking' && part.text !== '' ? [part.text] : []));
  const visible = message.parts.filter((part) => part.type === 'text' || part.type === 'raw');
  const text = visible.every((part) => part.type === 'text') ? textOf(message) : resultText({ parts: visible });
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(writing.includesReasoning && thinking.length > 0 ? { reasoning_content: thinking.join('\n') } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

function toolContent(message: Message): string {
  const text = resultText(message);
  const hasMedia = message.parts.some((part) => part.type === 'media');
  return text === '' && hasMedia ? '[see the attachment below]' : text;
}

function mediaContent(part: MediaPart): OpenAiContentPart {
  if (part.kind !== 'image') return { type: 'text', text: `[${part.kind} ${part.name ?? part.mediaType}]` };
  return { type: 'image_url', image_url: { url: part.url ?? `data:${part.mediaType};base64,${part.data}` } };
}
