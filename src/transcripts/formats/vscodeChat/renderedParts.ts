import type { Part } from '../../../engine/message';
import { isList, isRecord, jsonText, stringAt } from '../../../wire/jsonValue';
import { readChatContent } from '../../../wire/chatContent';

/** Kinds of content in what an extension rendered for the model. */
const KIND = { image: 0, text: 1, opaque: 2, cacheBreakpoint: 3 } as const;

/** Content an extension rendered for the model, as parts. Never throws. */
export function renderedParts(content: unknown): readonly Part[] {
  if (!isList(content)) return readChatContent(content);
  return content.flatMap((part): readonly Part[] => {
    if (!isRecord(part)) return readChatContent([part]);
    switch (part['type']) {
      case KIND.cacheBreakpoint:
        return [];
      case KIND.text: {
        const text = stringAt(part, 'text');
        return text === null ? [{ type: 'raw', kind: 'text', json: jsonText(part) }] : [{ type: 'text', text }];
      }
      case KIND.image:
        return readChatContent([{ type: 'image_url', image_url: part['imageUrl'] }]);
      case KIND.opaque:
        return [{ type: 'raw', kind: 'opaque', json: jsonText(part) }];
      default:
        return readChatContent([part]);
    }
  });
}
