import type { CountMethod } from './decision';
import { hasContent } from './message';
import type { MediaPart, Message, Part } from './message';
import type { TokenCounter } from './tokens/counter';
import { imageTokens } from './tokens/imageTokens';
import type { ImageRule } from './tokens/imageTokens';
import { wireMessage } from './wireMessage';

/** Role and separators of one message; OpenAI's counting guide gives 3 to 4 for its chat models. */
const MESSAGE_OVERHEAD_TOKENS = 4;

/** Id, type and wrapping of one tool call beside its name and arguments. */
const TOOL_CALL_OVERHEAD_TOKENS = 8;

/** A page of a document costs some 1 500 to 3 000 tokens (Anthropic's PDF guide); its size in bytes says little. */
const DOCUMENT_TOKENS = 3_000;

/** Counts messages as they are sent. The one counter for triggers, cuts and display. */
export class MessageCounter {
  /** `imageRule` names the provider family whose way of charging for images holds. */
  constructor(
    private readonly counter: TokenCounter,
    private readonly imageRule: ImageRule = 'openai',
  ) {}

  get method(): CountMethod {
    return this.counter.method;
  }

  /** Tokens of a message in a request, its overhead included; 0 for one that is never sent. */
  countMessage(message: Message): number {
    // A blank reply is left out of requests.
    if (message.role === 'assistant' && !hasContent(message)) return 0;
    let tokens = MESSAGE_OVERHEAD_TOKENS;
    for (const part of wireMessage(message).parts) tokens += this.countPart(part);
    return tokens;
  }

  /** Tokens of a message that is nothing but this text. */
  countTextMessage(text: string): number {
    return MESSAGE_OVERHEAD_TOKENS + this.counter.countText(text);
  }

  /** Tokens of a text alone. */
  countText(text: string): number {
    return this.counter.countText(text);
  }

  /** Largest offset, in characters, up to which the text takes at most `tokens`. Never inside a surrogate pair. */
  prefixWithin(text: string, tokens: number): number {
    return tokens <= 0 ? 0 : this.counter.prefixWithin(text, tokens);
  }

  /** Smallest offset, in characters, from which the text takes at most `tokens`. Never inside a surrogate pair. */
  suffixWithin(text: string, tokens: number): number {
    return tokens <= 0 ? text.length : this.counter.suffixWithin(text, tokens);
  }

  private countPart(part: Part): number {
    switch (part.type) {
      case 'text':
        return this.counter.countText(part.text);
      case 'thinking':
        // Signatures and encrypted reasoning are checked by the provider, not read by the model.
        return this.counter.countText(part.text);
      case 'toolCall':
        return TOOL_CALL_OVERHEAD_TOKENS + this.counter.countText(part.name) + this.counter.countText(part.arguments);
      case 'media':
        return this.mediaTokens(part);
      case 'raw':
        return this.counter.countText(part.json);
    }
  }

  private mediaTokens(part: MediaPart): number {
    if (part.kind !== 'image') return DOCUMENT_TOKENS;
    const { width, height } = part;
    return imageTokens(this.imageRule, width === undefined || height === undefined ? undefined : { width, height });
  }
}
