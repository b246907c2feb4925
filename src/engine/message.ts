/**
 * What a conversation is made of. A message is never changed once it is part of a history; the engine only decides
 * how it is shown to the model. Messages are plain data, so they survive JSON and structured clone unchanged.
 */

export type Role = 'system' | 'user' | 'assistant' | 'tool';

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  /** Path of the file whose text this is, from the workspace folder: nobody typed it. */
  readonly attachment?: string;
}

/** A model's reasoning. Providers verify `signature`, so the part is kept or left out whole, never edited. */
export interface ThinkingPart {
  readonly type: 'thinking';
  readonly text: string;
  readonly signature?: string;
  /** Encrypted reasoning, as the provider sent it. */
  readonly redacted?: string;
}

export interface ToolCallPart {
  readonly type: 'toolCall';
  /** As recorded; histories of other agents may repeat an id, see `pairing.ts`. */
  readonly id: string;
  readonly name: string;
  /** The JSON text of the arguments, byte for byte as the model wrote it. */
  readonly arguments: string;
}

export interface MediaPart {
  readonly type: 'media';
  readonly kind: 'image' | 'document' | 'audio';
  readonly mediaType: string;
  /** Base64, or empty where only `url` is known. */
  readonly data: string;
  readonly url?: string;
  readonly name?: string;
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** A block this version does not interpret (server-side tools, references); shown, counted and exported as it is. */
export interface RawPart {
  readonly type: 'raw';
  readonly kind: string;
  readonly json: string;
}

export type Part = TextPart | ThinkingPart | ToolCallPart | MediaPart | RawPart;

/** Tokens as a provider reported them for one reply. `inputTokens` includes the cached ones. */
export interface Usage {
  readonly inputTokens: number;
  readonly cachedInputTokens?: number;
  readonly outputTokens: number;
}

/** Where in a file a message was read from. */
export interface SourcePosition {
  /** First line, from 1. */
  readonly line: number;
  /** Bytes from the start of the file to the start of the record. */
  readonly byteOffset: number;
}

export interface Message {
  readonly id: string;
  readonly role: Role;
  readonly parts: readonly Part[];
  /** For role `tool`: the call this result answers. */
  readonly toolCallId?: string;
  /** For role `tool`: the tool's name, where the file or the session knows it. */
  readonly toolName?: string;
  readonly isError?: boolean;
  /** No strategy may touch the message; a pinned result pins its call. */
  readonly pinned?: boolean;
  /** A user message that no person typed: a summary the recorded agent wrote, or text its harness injected. */
  readonly synthetic?: 'summary' | 'injected';
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
  readonly model?: string;
  readonly usage?: Usage;
  readonly source?: SourcePosition;
}

export function isToolCall(part: Part): part is ToolCallPart {
  return part.type === 'toolCall';
}

export function toolCallsOf(message: Message): readonly ToolCallPart[] {
  return message.role === 'assistant' ? message.parts.filter(isToolCall) : [];
}

/** The text of a message: its text parts, joined by line feeds. Other parts are left out. */
export function textOf(message: Pick<Message, 'parts'>): string {
  let text: string | null = null;
  for (const part of message.parts) {
    if (part.type === 'text') text = text === null ? part.text : `${text}\n${part.text}`;
  }
  return text ?? '';
}

/** What was typed of a message: without the files attached to it. */
export function typedTextOf(message: Pick<Message, 'parts'>): string {
  return textOf({ parts: message.parts.filter((part) => part.type !== 'text' || part.attachment === undefined) });
}

/** Whether there is anything in the message that a provider would accept: blank text is refused. */
export function hasContent(message: Pick<Message, 'parts'>): boolean {
  return message.parts.some((part) => part.type !== 'text' || part.text.trim() !== '');
}
