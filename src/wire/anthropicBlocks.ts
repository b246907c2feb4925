import type { Part, RawPart } from '../engine/message';
import { asString, isList, isRecord, jsonText, recordAt, stringAt, type JsonRecord } from './jsonValue';
import { linkedMediaPart, mediaPart } from './mediaPart';

/** Content blocks of Anthropic messages, as the API and the agents built on it record them. */

export interface ToolResultBlock {
  readonly callId: string;
  readonly parts: readonly Part[];
  readonly isError: boolean;
}

export interface AnthropicContent {
  readonly parts: readonly Part[];
  /** Results stand in user messages there; here each becomes a message of its own. */
  readonly toolResults: readonly ToolResultBlock[];
}

const NONE: readonly never[] = [];

/** Reads a message's content in whatever shape it has: a string is one text, null or nothing is empty. Never throws. */
export function readContent(content: unknown): AnthropicContent {
  if (!isList(content)) return { parts: readLoneContent(content), toolResults: NONE };
  // Lists of their exact length, as these stay.
  if (!content.some(isToolResult)) return { parts: content.map(readBlock), toolResults: NONE };
  if (content.every(isToolResult)) return { parts: NONE, toolResults: content.map(readToolResult) };
  const blocks = content.filter((block) => !isToolResult(block));
  return { parts: blocks.map(readBlock), toolResults: content.filter(isToolResult).map(readToolResult) };
}

function isToolResult(block: unknown): block is JsonRecord {
  return isRecord(block) && block['type'] === 'tool_result';
}

function readLoneContent(content: unknown): readonly Part[] {
  if (content === null || content === undefined || content === '') return NONE;
  return [readBlock(content)];
}

function readToolResult(block: JsonRecord): ToolResultBlock {
  const content = block['content'];
  return {
    callId: asString(block['tool_use_id']) ?? '',
    parts: isList(content) ? content.map(readBlock) : readLoneContent(content),
    isError: block['is_error'] === true,
  };
}

function readBlock(block: unknown): Part {
  if (typeof block === 'string') return { type: 'text', text: block };
  if (!isRecord(block)) return { type: 'raw', kind: 'unreadable', json: jsonText(block) };
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' ? { type: 'text', text: block['text'] } : rawPart(block);
    case 'thinking':
      return readThinking(block);
    case 'redacted_thinking':
      return typeof block['data'] === 'string'
        ? { type: 'thinking', text: '', redacted: block['data'] }
        : rawPart(block);
    case 'tool_use':
      return readToolUse(block);
    case 'image':
    case 'document':
      return readMedia(block, block['type']);
    default:
      return rawPart(block);
  }
}

function rawPart(block: JsonRecord): RawPart {
  return { type: 'raw', kind: stringAt(block, 'type') ?? 'unknown', json: jsonText(block) };
}

function readThinking(block: JsonRecord): Part {
  const text = stringAt(block, 'thinking');
  if (text === null) return rawPart(block);
  const signature = stringAt(block, 'signature');
  return signature === null ? { type: 'thinking', text } : { type: 'thinking', text, signature };
}

function readToolUse(block: JsonRecord): Part {
  const id = asString(block['id']);
  const name = asString(block['name']);
  if (id === null || name === null) return rawPart(block);
  return { type: 'toolCall', id, name, arguments: jsonText(block['input'] ?? {}) };
}

function readMedia(block: JsonRecord, kind: 'image' | 'document'): Part {
  const source = recordAt(block, 'source');
  if (source === null) return rawPart(block);
  const data = stringAt(source, 'data');
  const url = stringAt(source, 'url');
  const mediaType = stringAt(source, 'media_type') ?? (kind === 'image' ? 'image/*' : 'application/pdf');
  if (source['type'] === 'base64' && data !== null) {
    return mediaPart(kind, mediaType, data, stringAt(block, 'title') ?? undefined);
  }
  // A document may also be plain text, which a media part has no place for.
  return source['type'] === 'url' && url !== null ? linkedMediaPart(kind, mediaType, url) : rawPart(block);
}
