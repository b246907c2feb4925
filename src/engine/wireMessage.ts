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
  return text === part.arguments ? part : { ...part, arguments: text };
}

/** Arguments as a JSON object: what is no JSON, or no object, is wrapped whole under one key. */
function wireArguments(text: string): string {
  if (text.trim() === '') return '{}';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify({ value });
    return text.includes('\\u') || !text.isWellFormed() ? escapeLoneSurrogates(text, value) : text;
  } catch {
    return JSON.stringify({ unparsedArguments: text.toWellFormed() });
  }
}

/** An escape such as `\ud83d` alone is legal JSON, yet turns into a broken string once the provider parses it. */
function escapeLoneSurrogates(text: string, value: unknown): string {
  let broken = !text.isWellFormed();
  const repaired = JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item !== 'string' || item.isWellFormed()) return item;
    broken = true;
    return item.toWellFormed();
  });
  return broken ? repaired.toWellFormed() : text;
}
