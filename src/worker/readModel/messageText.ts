import type { Message, Part } from '../../engine/message';

/**
 * A message as text to be read and compared: its text parts as they are, the others with a line in brackets that says
 * what they are. A message of one text part is exactly that text.
 */
export function messageText(message: Pick<Message, 'parts'>): string {
  return message.parts.map(partText).join('\n\n');
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'thinking':
      return part.text === '' ? '[thinking, encrypted by the provider]' : `[thinking]\n${part.text}`;
    case 'toolCall':
      return `[tool call: ${part.name}]\n${part.arguments}`;
    case 'media': {
      const size = part.width === undefined || part.height === undefined ? '' : `, ${part.width} × ${part.height}`;
      const where = part.url ?? (part.data === '' ? 'not in the file' : `${part.data.length} characters of base64`);
      return `[${part.kind}: ${part.name ?? part.mediaType}${size}, ${where}]`;
    }
    case 'raw':
      return `[${part.kind}]\n${part.json}`;
  }
}

/** The texts of a message that a search looks through. */
export function searchedTexts(message: Message): string[] {
  const texts: string[] = [];
  for (const part of message.parts) {
    switch (part.type) {
      case 'text':
      case 'thinking':
        texts.push(part.text);
        break;
      case 'toolCall':
        texts.push(part.name, part.arguments);
        break;
      case 'media':
        if (part.name !== undefined) texts.push(part.name);
        break;
      case 'raw':
        texts.push(part.json);
        break;
    }
  }
  return texts;
}
