import type { Part } from '../../../engine/message';
import { isList, isRecord, jsonText, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import { linkedMediaPart, mediaKind, mediaPart } from '../../../wire/mediaPart';
import { readContent, type AnthropicContent, type ToolResultBlock } from '../../../wire/anthropicBlocks';

/**
 * Content of a message as Cline and its forks keep it: Anthropic's blocks, those of Cline's SDK (images and files in the
 * open), those of the AI SDK (`tool-call`, `tool-result`) and Roo's reasoning. Never throws.
 */
export function readTaskContent(content: unknown): AnthropicContent {
  if (!isList(content) || !content.some(isForeign)) return readContent(content);
  const parts: Part[] = [];
  const toolResults: ToolResultBlock[] = [];
  for (const block of content) {
    const result = isRecord(block) ? foreignResult(block) : null;
    if (result !== null) toolResults.push(result);
    else {
      const part = isRecord(block) ? foreignPart(block) : null;
      if (part !== null) parts.push(part);
      else {
        const read = readContent([block]);
        parts.push(...read.parts);
        toolResults.push(...read.toolResults);
      }
    }
  }
  return { parts, toolResults };
}

/** The blocks of a message's content that are results, by their position among all; the rest is the message itself. */
export function isToolResultBlock(block: unknown): block is JsonRecord {
  return isRecord(block) && (block['type'] === 'tool_result' || block['type'] === 'tool-result');
}

/** Whether a block is none of Anthropic's, or holds some that are none. */
function isForeign(block: unknown): boolean {
  if (!isRecord(block)) return false;
  switch (block['type']) {
    case 'tool-call':
    case 'tool-result':
    case 'reasoning':
    case 'file':
    case 'media':
      return true;
    case 'image':
      return !isRecord(block['source']);
    case 'tool_result': {
      const content = block['content'];
      return isList(content) && content.some(isForeign);
    }
    default:
      return false;
  }
}

function foreignResult(block: JsonRecord): ToolResultBlock | null {
  if (block['type'] === 'tool_result' && isForeign(block)) {
    const { parts } = readTaskContent(block['content']);
    return { callId: stringAt(block, 'tool_use_id') ?? '', parts, isError: block['is_error'] === true };
  }
  if (block['type'] !== 'tool-result') return null;
  const output = recordAt(block, 'output');
  const kind = output === null ? null : stringAt(output, 'type');
  const value = kind === null ? block['output'] : output?.['value'];
  const parts = typeof value === 'string' || isList(value) ? readTaskContent(value).parts : [textPart(jsonText(value))];
  return { callId: stringAt(block, 'toolCallId') ?? '', parts, isError: kind?.startsWith('error') === true };
}

/** A block of another kind than Anthropic's as a part; null where it is one of those, or not known. */
function foreignPart(block: JsonRecord): Part | null {
  switch (block['type']) {
    case 'tool-call': {
      const [id, name] = [stringAt(block, 'toolCallId'), stringAt(block, 'toolName')];
      if (id === null || name === null) return null;
      const input = block['input'] ?? block['args'] ?? {};
      return { type: 'toolCall', id, name, arguments: typeof input === 'string' ? input : jsonText(input) };
    }
    case 'reasoning': {
      const text = stringAt(block, 'text');
      return text === null ? null : { type: 'thinking', text };
    }
    case 'file': {
      const [path, content] = [stringAt(block, 'path'), stringAt(block, 'content')];
      if (path !== null && content !== null) return { type: 'text', text: content, attachment: path };
      return binaryPart(block, stringAt(block, 'data') ?? stringAt(block, 'file'), stringAt(block, 'filename'));
    }
    case 'image':
      return binaryPart(block, stringAt(block, 'data') ?? stringAt(block, 'image'), null);
    case 'media': {
      const media = recordAt(block, 'media');
      return media === null ? null : binaryPart(media, stringAt(media, 'data'), stringAt(media, 'name'));
    }
    default:
      return null;
  }
}

/** Base64, also as the URL of itself, or a link. */
function binaryPart(block: JsonRecord, data: string | null, name: string | null): Part | null {
  if (data === null || isRecord(block['source'])) return null;
  const [, urlType] = /^data:([^;,]{1,100})[^,]{0,100};base64,/.exec(data.slice(0, 250)) ?? [];
  const mediaType = stringAt(block, 'mediaType') ?? stringAt(block, 'mimeType') ?? urlType ?? 'image/*';
  if (/^https?:/.test(data)) return linkedMediaPart(mediaKind(mediaType), mediaType, data);
  const bytes = urlType === undefined ? data : data.slice(data.indexOf(',') + 1);
  return mediaPart(mediaKind(mediaType), mediaType, bytes, name ?? undefined);
}

function textPart(text: string): Part {
  return { type: 'text', text };
}
