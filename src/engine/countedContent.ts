import { hasContent } from './message';
import type { MediaPart, Message, Part } from './message';
import { imageTokens } from './tokens/imageTokens';
import type { ImageRule } from './tokens/imageTokens';
import { wireMessage } from './wireMessage';

/** Role and separators of one message; OpenAI's counting guide gives 3 to 4 for its chat models. */
export const MESSAGE_OVERHEAD_TOKENS = 4;

/** Id, type and wrapping of one tool call beside its name and arguments. */
const TOOL_CALL_OVERHEAD_TOKENS = 8;

/** A page of a document costs some 1 500 to 3 000 tokens (Anthropic's PDF guide); its size in bytes says little. */
const DOCUMENT_TOKENS = 3_000;

/** What of a message is counted as text, and the tokens of everything else. */
export interface CountedContent {
  readonly texts: readonly string[];
  readonly otherTokens: number;
}

/** A message as it is counted. Nothing for a blank reply, which is left out of requests. */
export function contentOf(message: Message, imageRule: ImageRule): CountedContent {
  const texts: string[] = [];
  if (message.role === 'assistant' && !hasContent(message)) return { texts, otherTokens: 0 };
  let otherTokens = MESSAGE_OVERHEAD_TOKENS;
  for (const part of wireMessage(message).parts) otherTokens += addPart(part, texts, imageRule);
  return { texts, otherTokens };
}

/** Adds the texts of a part, and returns the tokens of the rest of it. */
function addPart(part: Part, texts: string[], imageRule: ImageRule): number {
  switch (part.type) {
    case 'text':
      texts.push(part.text);
      return 0;
    case 'thinking':
      // Signatures and encrypted reasoning are checked by the provider, not read by the model.
      texts.push(part.text);
      return 0;
    case 'toolCall':
      texts.push(part.name, part.arguments);
      return TOOL_CALL_OVERHEAD_TOKENS;
    case 'raw':
      texts.push(part.json);
      return 0;
    case 'media':
      return mediaTokens(part, imageRule);
  }
}

function mediaTokens({ kind, width, height }: MediaPart, imageRule: ImageRule): number {
  if (kind !== 'image') return DOCUMENT_TOKENS;
  return imageTokens(imageRule, width === undefined || height === undefined ? undefined : { width, height });
}
