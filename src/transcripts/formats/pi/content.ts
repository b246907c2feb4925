import type { Part } from '../../../engine/message';
import { asString, isList, isRecord, jsonText, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import { mediaKind, mediaPart } from '../../../wire/mediaPart';

/** Content of a pi message: a string or a list of blocks. Never throws. */
export function readPiContent(content: unknown): readonly Part[] {
  if (content === null || content === undefined || content === '') return [];
  return isList(content) ? content.map(readBlock) : [readBlock(content)];
}

function readBlock(block: unknown): Part {
  if (typeof block === 'string') return { type: 'text', text: block };
  if (!isRecord(block)) return { type: 'raw', kind: 'unreadable', json: jsonText(block) };
  return readKnownBlock(block) ?? { type: 'raw', kind: stringAt(block, 'type') ?? 'unknown', json: jsonText(block) };
}

function readKnownBlock(block: JsonRecord): Part | null {
  switch (block['type']) {
    case 'text': {
      const text = asString(block['text']);
      return text === null ? null : { type: 'text', text };
    }
    case 'thinking':
      return readThinking(block);
    case 'toolCall': {
      const [id, name] = [asString(block['id']), asString(block['name'])];
      if (id === null || name === null) return null;
      const given = block['arguments'];
      return { type: 'toolCall', id, name, arguments: typeof given === 'string' ? given : jsonText(given ?? {}) };
    }
    case 'image': {
      const [data, mediaType] = [stringAt(block, 'data'), stringAt(block, 'mimeType') ?? 'image/*'];
      return data === null ? null : mediaPart(mediaKind(mediaType), mediaType, data);
    }
    default:
      return null;
  }
}

/** What is hidden of the reasoning stands where else its signature does. */
function readThinking(block: JsonRecord): Part | null {
  const text = stringAt(block, 'thinking');
  const signature = stringAt(block, 'thinkingSignature') ?? '';
  if (block['redacted'] === true) return { type: 'thinking', text: text ?? '', redacted: signature };
  if (text === null) return null;
  return signature === '' ? { type: 'thinking', text } : { type: 'thinking', text, signature };
}
