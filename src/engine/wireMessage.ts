import { hasContent } from './message';
import type { Message, Part, ToolCallPart } from './message';
import { EMPTY_MESSAGE } from './notices';

/**
 * A message as a provider accepts it. Recorded messages may hold half a surrogate pair or arguments that are no JSON
 * object, or nothing at all; every request that carries one is refused, for good. The history keeps the original bytes.
 */

const wired = new WeakMap<Message, Message>();

/** The same message where it is fit to be sent, else a repaired copy. Results are cached per message. */
export function wireMessage(message: Message): Message {
  const known = wired.get(message);
  if (known !== undefined) return known;
  const isBlank = message.role === 'user' && !hasContent(message);
  const parts = isBlank ? [{ type: 'text', text: EMPTY_MESSAGE } as const] : message.parts.map(wirePart);
  const changed = isBlank || parts.some((part, position) => part !== message.parts[position]);
  const result = changed ? { ...message, parts } : message;
  wired.set(message, result);
  return result;
}

function wirePart(part: Part): Part {
  switch (part.type) {
    case 'text':
      return part.text.isWellFormed() ? part : { ...part, text: part.text.toWellFormed() };
    case 'thinking':
      return part.text.isWellFormed() ? part : { ...part, text: part.text.toWellFormed() };
    case 'toolCall':
      return wireToolCall(part);
    case 'raw':
      return part.json.isWellFormed() ? part : { ...part, json: part.json.toWellFormed() };
    case 'media':
      return part;
  }
}

function wireToolCall(part: ToolCallPart): ToolCallPart {
  const text = wireArguments(part.arguments);
  if (text === part.arguments && part.name.isWellFormed()) return part;
  return { ...part, name: part.name.toWellFormed(), arguments: text };
}

/** Arguments as a JSON object: what is no JSON, or no object, is wrapped whole under one key. */
function wireArguments(text: string): string {
  if (text.trim() === '') return '{}';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify({ value });
    const mayBeBroken = text.includes('\\u') || !text.isWellFormed();
    return mayBeBroken && !isWellFormedValue(value) ? JSON.stringify(wellFormedValue(value)) : text;
  } catch {
    return JSON.stringify({ unparsedArguments: text.toWellFormed() });
  }
}

/** An escape such as `\ud83d` alone is legal JSON, yet turns into a broken string once the provider parses it. */
function isWellFormedValue(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormedValue(item));
}

function wellFormedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormedValue);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormedValue(item)]));
}
