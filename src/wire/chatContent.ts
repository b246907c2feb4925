import type { Part } from '../engine/message';
import { asString, isList, isRecord, jsonText, recordAt, stringAt, type JsonRecord } from './jsonValue';
import { linkedMediaPart, mediaKind, mediaPart } from './mediaPart';

/** Content of an OpenAI chat message: a string, a list of parts, or nothing. The list is the caller's own. Never throws. */
export function readChatContent(content: unknown): Part[] {
  if (content === null || content === undefined || content === '') return [];
  return isList(content) ? content.map(readPart) : [readPart(content)];
}

function readPart(part: unknown): Part {
  if (typeof part === 'string') return { type: 'text', text: part };
  if (!isRecord(part)) return { type: 'raw', kind: 'unreadable', json: jsonText(part) };
  return readKnownPart(part) ?? { type: 'raw', kind: stringAt(part, 'type') ?? 'unknown', json: jsonText(part) };
}

function readKnownPart(part: JsonRecord): Part | null {
  switch (part['type']) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return textPart(asString(part['text']));
    case 'refusal':
      return textPart(stringAt(part, 'refusal'));
    case 'image_url':
    case 'input_image': {
      const url = stringAt(recordAt(part, 'image_url') ?? {}, 'url') ?? stringAt(part, 'image_url');
      return url === null ? null : (dataUrlPart(url) ?? linkedMediaPart('image', 'image/*', url));
    }
    case 'input_audio': {
      const audio = recordAt(part, 'input_audio') ?? {};
      const data = stringAt(audio, 'data');
      return data === null ? null : mediaPart('audio', `audio/${stringAt(audio, 'format') ?? '*'}`, data);
    }
    case 'file': {
      const file = recordAt(part, 'file') ?? {};
      const data = stringAt(file, 'file_data');
      return data === null ? null : dataUrlPart(data, stringAt(file, 'filename') ?? undefined);
    }
    default:
      return null;
  }
}

function textPart(text: string | null): Part | null {
  return text === null ? null : { type: 'text', text };
}

function dataUrlPart(url: string, name?: string): Part | null {
  const comma = url.indexOf(',');
  const [, mediaType] = /^data:([^;,]*)[^,]*;base64$/.exec(url.slice(0, Math.max(0, comma))) ?? [];
  return mediaType === undefined ? null : mediaPart(mediaKind(mediaType), mediaType, url.slice(comma + 1), name);
}
