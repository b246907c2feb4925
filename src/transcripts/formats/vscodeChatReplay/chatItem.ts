import { isList, isRecord, stringAt, type JsonRecord } from '../../../wire/jsonValue';

/** Roles by their numbers, as VS Code's own messages have them. */
const ROLES = ['system', 'user', 'assistant', 'tool'] as const;

/** Kinds of content by their numbers. */
const KIND = { image: 0, text: 1, opaque: 2, cacheBreakpoint: 3 } as const;

/** A message of a logged request as OpenAI's API has it; one that is in that form already stays as it is. */
export function chatItem(value: unknown): unknown {
  if (!isRecord(value) || typeof value['role'] !== 'number') return value;
  const { role, content, toolCalls, toolCallId, name } = value;
  return {
    role: ROLES[role] ?? String(role),
    content: isList(content) ? content.flatMap(contentPart) : content,
    ...(isList(toolCalls) ? { tool_calls: toolCalls } : {}),
    ...(typeof toolCallId === 'string' ? { tool_call_id: toolCallId } : {}),
    ...(typeof name === 'string' ? { name } : {}),
  };
}

function contentPart(part: unknown): readonly unknown[] {
  if (!isRecord(part)) return [part];
  switch (part['type']) {
    case KIND.text:
      return [{ type: 'text', text: stringAt(part, 'text') ?? '' }];
    case KIND.image:
      return [{ type: 'image_url', image_url: part['imageUrl'] }];
    case KIND.opaque:
      return [opaquePart(part)];
    case KIND.cacheBreakpoint:
      return [];
    default:
      return [part];
  }
}

/** What only the provider understands, above all its thoughts. */
function opaquePart({ value }: JsonRecord): unknown {
  return { type: 'opaque', value };
}
