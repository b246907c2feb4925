import type { Message } from './message';

/**
 * The text of a tool result as one string, blocks of unknown kinds included as their JSON, so that a cut and an archived
 * original speak of the same characters. Media are apart.
 */
export function resultText(message: Pick<Message, 'parts'>): string {
  const texts: string[] = [];
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'thinking') texts.push(part.text);
    else if (part.type === 'raw') texts.push(part.json);
  }
  return texts.join('\n');
}
