import type { Message, Part } from '../../engine/message';
import { wireMessage } from '../../engine/wireMessage';
import type { ExportItem } from './exportItem';
import { messageGroups, type GroupedSection } from './messageGroups';
import { mediaSize } from './words';

/**
 * Messages for Anthropic's Messages API, as one document: `{model, system, messages}`; history and context together are a
 * list of two. The messages are those of a valid request, so the history is what would be sent if nothing were compressed:
 * every call is answered right after it and once, ids are unique, the user comes first, nothing is empty. Read back, it is
 * the session it was made from but for what the form has no place for:
 *
 * - ids of messages, times, models of single replies, usage, pins, and where a message stood in its file, are left out;
 * - system messages at the start become one; a later one stands as a message of the user;
 * - results that answer one reply stand in one message; a result without a call is told as a text of the user;
 * - texts without any word are left out;
 * - audio is named only, as are the names of images;
 * - arguments that are no JSON object are wrapped in one, half surrogate pairs become U+FFFD, and an empty message of the
 *   user says that it is.
 *
 * Signatures of thinking, encrypted thinking, arguments and blocks of kinds that are not known stand as they were read.
 */
export function* anthropicJson(items: Iterable<ExportItem>): Generator<string> {
  let model = '';
  const noted = noteModel(items, (name) => (model = name));
  let isList = false;
  for (const section of messageGroups(noted)) {
    if (!section.isOnly) yield isList ? ',\n' : '[';
    isList = !section.isOnly;
    yield* sectionJson(section, model);
  }
  yield isList ? ']\n' : '\n';
}

function* noteModel(items: Iterable<ExportItem>, note: (model: string) => void): Generator<ExportItem> {
  for (const item of items) {
    if (item.type === 'session') note(item.facts.model);
    yield item;
  }
}

function* sectionJson({ scope, isOnly, groups }: GroupedSection, model: string): Generator<string> {
  yield `{${isOnly ? '' : `"scope":"${scope}",`}${model === '' ? '' : `"model":${JSON.stringify(model)},`}`;
  const system: string[] = [];
  let hasBegun = false;
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    if (first.role === 'system' && !hasBegun) {
      system.push(...first.parts.flatMap(blockOf));
      continue;
    }
    const written = messageJson(group, first);
    if (written === null) continue;
    yield hasBegun ? `,\n${written}` : `${systemJson(system)}"messages":[\n${written}`;
    hasBegun = true;
  }
  yield hasBegun ? '\n]}' : `${systemJson(system)}"messages":[]}`;
}

function systemJson(blocks: readonly string[]): string {
  return blocks.length === 0 ? '' : `"system":[${blocks.join(',')}],`;
}

/** Null where nothing is left of it. */
function messageJson(group: readonly Message[], first: Message): string | null {
  const role = first.role === 'assistant' ? 'assistant' : 'user';
  const blocks = first.role === 'tool' ? group.map(resultBlock) : wireMessage(first).parts.flatMap(blockOf);
  return blocks.length === 0 ? null : `{"role":"${role}","content":[${blocks.join(',')}]}`;
}

function resultBlock(message: Message): string {
  const { parts, toolCallId, isError } = wireMessage(message);
  const [only] = parts;
  const content =
    parts.length === 1 && only?.type === 'text' ? JSON.stringify(only.text) : `[${parts.flatMap(blockOf).join(',')}]`;
  const error = isError === true ? ',"is_error":true' : '';
  return `{"type":"tool_result","tool_use_id":${JSON.stringify(toolCallId ?? '')},"content":${content}${error}}`;
}

/** The JSON of a block; none for a text without any word, which the API refuses. */
function blockOf(part: Part): readonly string[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [textBlock(part.text)];
    case 'thinking':
      return [JSON.stringify(thinkingBlock(part))];
    case 'toolCall':
      // Read and written again, large numbers and repeated keys would not be what they were.
      return [
        `{"type":"tool_use","id":${JSON.stringify(part.id)},"name":${JSON.stringify(part.name)},"input":${part.arguments}}`,
      ];
    case 'raw':
      return [isBlock(part.json) ? part.json : textBlock(part.json)];
    case 'media':
      return [JSON.stringify(mediaBlock(part))];
  }
}

function textBlock(text: string): string {
  return JSON.stringify({ type: 'text', text });
}

function thinkingBlock({ text, signature, redacted }: Extract<Part, { type: 'thinking' }>): unknown {
  if (redacted !== undefined) return { type: 'redacted_thinking', data: redacted };
  return { type: 'thinking', thinking: text, ...(signature === undefined ? {} : { signature }) };
}

function isBlock(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
  } catch {
    return false;
  }
}

function mediaBlock(part: Extract<Part, { type: 'media' }>): unknown {
  const { kind, mediaType, data, url, name } = part;
  if (kind === 'audio') return { type: 'text', text: `[audio ${name ?? mediaType}, ${mediaSize(part)}]` };
  const source = url === undefined ? { type: 'base64', media_type: mediaType, data } : { type: 'url', url };
  return { type: kind, source, ...(kind === 'document' && name !== undefined ? { title: name } : {}) };
}
