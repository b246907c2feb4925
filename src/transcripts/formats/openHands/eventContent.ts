import type { Part } from '../../../engine/message';
import { isList, isRecord, jsonText, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import { linkedMediaPart, mediaKind, mediaPart } from '../../../wire/mediaPart';
import { readContent } from '../../../wire/anthropicBlocks';

/** Content of a message or an observation: texts and images with their addresses. Never throws. */
export function eventParts(content: unknown): readonly Part[] {
  if (!isList(content)) return readContent(content).parts;
  return content.flatMap((block) => {
    const urls = isRecord(block) && block['type'] === 'image' ? block['image_urls'] : null;
    return isList(urls) ? urls.flatMap(imagePart) : readContent([block]).parts;
  });
}

/** An image by its address, which may be the image itself. */
export function imagePart(url: unknown): readonly Part[] {
  if (typeof url !== 'string') return [];
  const [, mediaType] = /^data:([^;,]{1,100});base64,/.exec(url.slice(0, 150)) ?? [];
  if (mediaType === undefined) return [linkedMediaPart('image', 'image/*', url)];
  return [mediaPart(mediaKind(mediaType), mediaType, url.slice(url.indexOf(',') + 1))];
}

/** The reasoning of a reply: Anthropic's blocks, an item of OpenAI's, or plain text; what repeats another is left out. */
export function reasoningParts(value: JsonRecord): readonly Part[] {
  const blocks = readContent(isList(value['thinking_blocks']) ? value['thinking_blocks'] : []).parts;
  if (blocks.length > 0) return blocks;
  const item = recordAt(value, 'responses_reasoning_item');
  if (item !== null) {
    const said = [...textsIn(item['summary']), ...textsIn(item['content'])].join('\n');
    const redacted = stringAt(item, 'encrypted_content');
    return [{ type: 'thinking', text: said, ...(redacted === null ? {} : { redacted }) }];
  }
  const text = stringAt(value, 'reasoning_content') ?? '';
  return text === '' ? [] : [{ type: 'thinking', text }];
}

function textsIn(list: unknown): readonly string[] {
  return isList(list) ? list.filter((text) => typeof text === 'string') : [];
}

/** What a tool gave back; an observation of unknown shape is kept as its JSON. */
export function observationParts(observation: unknown): readonly Part[] {
  if (!isRecord(observation)) return eventParts(observation);
  if ('content' in observation) return eventParts(observation['content']);
  if (typeof observation['output'] === 'string') return eventParts(observation['output']);
  return [{ type: 'raw', kind: stringAt(observation, 'kind') ?? 'observation', json: jsonText(observation) }];
}
