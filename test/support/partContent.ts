import type { Part } from '../../src/engine/message';

/** What a part holds, as one string: what must never be lost. Bytes stay base64. */
export function partContent(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return part.text;
    case 'toolCall':
      return part.arguments;
    case 'media':
      return part.data;
    case 'raw':
      return part.json;
  }
}
